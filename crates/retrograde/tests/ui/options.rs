use retrograde::reversible;

#[reversible(check = "sometimes")]
fn value_of_an_option(y: &mut f64, x: f64) {
    *y += x;
}

#[reversible(chekc = "always")]
fn name_of_an_option(y: &mut f64, x: f64) {
    *y += x;
}

fn main() {
    value_of_an_option::inverse(&mut 0.0, 1.0);
}
