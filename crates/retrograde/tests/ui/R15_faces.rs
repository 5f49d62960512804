use retrograde::prelude::*;

fn bump(y: &mut f64) {
    *y += 1.0;
}

macro_rules! bumped {
    ($place:expr) => {
        $place += 1.0
    };
}

// Behind a function, a macro, a pattern, an assertion.
#[reversible]
fn hidden(y: &mut f64, z: &mut [f64]) {
    safe! {
        bump(y);
        bumped!(*y);
        for value in z {
            *value += 1.0;
        }
    }
    assert!({
        bump(y);
        true
    });
}

// Methods, and what stands in the arguments of macros.
#[reversible]
fn named(y: &mut f64, z: &mut [f64]) {
    let mut t = 0.0;
    t += *y;
    z[0] += t;
    safe! {
        z.sort_by_key(|value| *value as i64);
        z.select_nth_unstable_by(1, |a, b| a.total_cmp(b));
        println!("{}", { t += 1.0; t });
    }
    debug_assert!({ *y += 1.0; true });
}

// Ways out.
#[reversible]
fn leaves(y: &mut f64, z: &mut [f64]) {
    for i in 0..z.len() {
        safe! {
            if i > 3 { break; }
            if i > 2 { continue; }
            for value in z.iter() {
                if *value > 1.0 { break; }
            }
        }
        z[i] += 1.0;
    }
    safe! {
        if *y > 1.0 { return; }
        "1".parse::<f64>()?;
        let _ = || return;
    }
}

trait Bump {
    fn bump(&mut self);
}

impl Bump for f64 {
    fn bump(&mut self) {
        *self += 1.0;
    }
}

impl<B: Bump, const N: usize> Bump for [B; N] {
    fn bump(&mut self) {
        self[0].bump();
    }
}

impl<B: Bump> Bump for Vec<B> {
    fn bump(&mut self) {
        self[0].bump();
    }
}

impl Bump for Layer {
    fn bump(&mut self) {
        self.weight += 1.0;
    }
}

// Of what the function owns, a method that nobody knows.
#[reversible]
fn owned(y: &mut f64, x: f64) {
    let mut number = 0.0;
    let mut array = [0.0; 3];
    let mut vector = vec![[0.0; 2]; 3];
    let mut layer = Layer { weight: 0.0 };
    number += x;
    array[0] += x;
    vector[0][1] += x;
    layer.weight += x;
    let view = &vector[0];
    safe! {
        number.bump();
        array.bump();
        vector[1].bump();
        layer.bump();
    }
    safe! {
        view.bump();
    }
    assert!({
        array[1].bump();
        true
    });
    *y += number * array[0] * view[1] * layer.weight;
}

#[derive(Differentiable)]
pub struct Layer {
    weight: f64,
}

#[reversible]
impl Layer {
    pub fn grow(&mut self, x: f64) {
        self.weight += x;
        safe! {
            self.reset();
            println!("{}", self.weight);
        }
    }

    #[irreversible]
    pub fn reset(&mut self) {
        self.weight = 0.0;
    }
}

fn main() {}
