use retrograde::reversible;

#[reversible]
fn step(x: &mut f64, v: f64, steps: &mut usize) {
    *x += v;
    safe! {
        *steps += 1;
        println!("step {steps}");
    }
}

fn main() {}
