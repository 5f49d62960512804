//! What `retrograde::library` holds, as far as it is called without its path: for functions that are stepped through.
//!
//! Law: the values and cotangents are those of the library. At the origin `norm` has no slope here.

use retrograde_compiler::Stages;
use retrograde_compiler::interpret::Items;

use super::find::functions;

const TEXT: &str = "
#[reversible]
fn sum<T: Real>(x: &[T]) -> T {
    let mut total = 0.0;
    for i in 0..x.len() {
        total += x[i];
    }
    total
}

#[reversible]
fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    let mut total = 0.0;
    for i in 0..a.len() {
        total += a[i] * b[i];
    }
    total
}

#[reversible]
fn norm<T: Real>(x: &[T]) -> T {
    dot(x, x).sqrt()
}

#[reversible]
fn logsumexp<T: Real>(x: &[T]) -> T {
    #[inactive]
    let largest: T = largest_finite(x);
    let mut total = 0.0;
    for i in 0..x.len() {
        total += (x[i] - largest).exp();
    }
    total.ln() + largest
}

fn largest_finite<T: Real>(x: &[T]) -> T {
    let mut largest = f64::NEG_INFINITY;
    for x in x.iter() {
        largest = largest.max(*x);
    }
    if largest.is_finite() { largest } else { 0.0 }
}
";

/// The reversible functions of the library by name, and the plain ones that they call.
pub(super) fn library() -> (Vec<(String, Stages)>, Items) {
    let Ok(file) = syn::parse_file(TEXT) else { return (Vec::new(), Items::default()) };
    let marked = functions(&file).into_iter().filter(|found| found.is_marked);
    let compiled = marked.filter_map(|found| Some((found.called(), found.stages().ok()?)));
    (compiled.collect(), Items::of(&file))
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_of_it_compiles() {
        let names: Vec<String> = super::library().0.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["sum", "dot", "norm", "logsumexp"]);
    }
}
