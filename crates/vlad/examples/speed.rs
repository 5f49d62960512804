//! Times an expression: `speed FILE EXPRESSION REPETITIONS`.
use retrograde_vlad::{NoFiles, Session};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let s = Session::new();
    s.add("<f>", &std::fs::read_to_string(&a[1]).unwrap(), &mut NoFiles).unwrap();
    for _ in 0..a[3].parse().unwrap() {
        let t = std::time::Instant::now();
        let o = s.operations();
        match s.evaluate(&a[2]) {
            Ok(v) => println!("{} {:?} {} ops", v, t.elapsed(), s.operations() - o),
            Err(e) => println!("{e} {:?}", e.0),
        }
    }
}
