//! Loops that take what they visit, and calls that borrow several parts of one element.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Differentiable)]
struct Item {
    a: f64,
    l: Vec<f64>,
    m: Vec<f64>,
}

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive(Clone, Differentiable)]
struct Shelf {
    items: Vec<Item>,
    w: f64,
}

#[derive(Clone, Differentiable)]
enum Load {
    Two(Vec<f64>, Vec<f64>),
    One { a: f64, l: Vec<f64> },
}

#[derive(Clone, Copy, Differentiable)]
struct Meters(f64);

#[derive(Clone, Copy, Differentiable)]
struct Leg(Meters, f64, bool);

#[differentiable]
fn square(a: f64) -> f64 {
    a * a
}

#[differentiable]
fn lent(a: &f64) -> f64 {
    a * a * a
}

#[differentiable]
fn score(item: &Item) -> f64 {
    item.a * item.l[0]
}

#[differentiable]
fn eaten(item: Item) -> f64 {
    item.a * item.m[0]
}

#[differentiable]
fn product(p: Pair) -> f64 {
    p.a * p.b
}

#[differentiable]
fn weighted(p: &Pair) -> f64 {
    p.a * p.b * p.b
}

#[differentiable]
fn scaled(a: f64, l: &[f64]) -> f64 {
    a * l[0] * l[0]
}

#[differentiable]
fn three(a: &[f64], l: &[f64], w: f64) -> f64 {
    a[0] * l[0].sin() * w
}

#[differentiable]
fn mixed(a: &mut [f64], l: &mut [f64]) {
    a[0] *= l[0];
    l[0] += a[0].sin();
}

#[differentiable]
fn moved(a: &mut f64, l: &mut Vec<f64>) {
    *a += l[0];
    l[0] *= *a;
}

const AT: [f64; 6] = [0.7, 1.2, -0.4, 0.9, 0.3, 1.1];

#[differentiable]
fn of_numbers(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for a in [x[0], x[1]] {
        s += square(a) + lent(&a);
    }
    for a in x.to_vec() {
        s += square(a);
    }
    for (a, b) in [(x[0], 1.0), (2.0, x[1])] {
        s += square(a) * square(b);
    }
    for (i, a) in [x[2], 2.0].into_iter().enumerate() {
        s += square(a) * i as f64;
    }
    for (a, b) in x.to_vec().into_iter().zip([1.0, 2.0]) {
        s += square(a) * square(b);
    }
    let few: Vec<&f64> = x.iter().rev().take(3).collect();
    for a in few {
        s += lent(a) * 0.3;
    }
    s
}

#[differentiable]
fn of_structures(x: &[f64]) -> f64 {
    let pairs = vec![Pair { a: x[0], b: x[1] }, Pair { a: x[2], b: x[3] }];
    let mut s = 0.0;
    for p in &pairs {
        s += product(*p) + weighted(p);
    }
    for p in pairs.clone() {
        s += product(p) + weighted(&p);
    }
    let top: Vec<_> = pairs.iter().filter(|p| p.a > 0.0).collect();
    for p in top {
        s += weighted(p) + product(*p);
    }
    for (p, w) in pairs.iter().zip([0.5, x[4]]) {
        s += product(*p) * w;
    }
    for (i, Pair { a, b }) in pairs.clone().into_iter().enumerate() {
        s += product(Pair { a: b, b: a }) * i as f64;
    }
    let lists = vec![(x[0], vec![x[4]]), (x[5], vec![x[1]])];
    for (a, l) in lists {
        s += scaled(a, &l);
    }
    s
}

#[differentiable]
fn of_items(x: &[f64]) -> f64 {
    let items =
        vec![Item { a: x[0], l: vec![x[1]], m: vec![x[2]] }, Item { a: x[3], l: vec![x[4]], m: vec![x[5]] }];
    let mut order: Vec<&Item> = items.iter().collect();
    order.sort_by(|a, b| a.a.total_cmp(&b.a));
    let (mut s, mut k) = (0.0, 1.0);
    for item in order {
        s += k * score(item);
        k += 1.0;
    }
    for item in items {
        s += eaten(item);
    }
    s
}

#[test]
fn a_loop_takes_the_elements_of_what_it_owns() {
    agrees("numbers", of_numbers, &of_numbers::gradient(&AT).1.0, &AT);
    agrees("structures", of_structures, &of_structures::gradient(&AT).1.0, &AT);
    agrees("items", of_items, &of_items::gradient(&AT).1.0, &AT);
}

#[differentiable]
fn shelved(shelf: &mut Shelf) -> f64 {
    let mut s = 0.0;
    for item in shelf.items.iter_mut() {
        moved(&mut item.a, &mut item.l);
        mixed(&mut item.l, &mut item.m);
        s += three(&item.l, &item.m, item.a);
    }
    s * shelf.w
}

#[differentiable]
fn parts_of_elements(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut items =
        vec![Item { a: x[0], l: vec![x[1]], m: vec![x[2]] }, Item { a: x[3], l: vec![x[4]], m: vec![x[5]] }];
    for item in items.iter_mut() {
        moved(&mut item.a, &mut item.l);
        mixed(&mut item.m, &mut item.l);
    }
    for item in &items {
        s += three(&item.l, &item.m, item.a) + three(&item.l, &item.l, item.a);
        s += scaled(item.a, &item.m);
    }
    for two in items.windows(2) {
        s += three(&two[0].l, &two[1].l, two[0].a) + three(&two[0].l, &two[0].m, two[1].a);
    }
    let mut shelf = Shelf { items: items.clone(), w: x[0] };
    s += shelved(&mut shelf);
    let grid = vec![shelf.items, items];
    for row in &grid {
        for item in row {
            s += three(&item.l, &item.m, item.a);
        }
    }
    s
}

#[test]
fn a_call_borrows_several_parts_of_one_element() {
    agrees("parts", parts_of_elements, &parts_of_elements::gradient(&AT).1.0, &AT);
}

#[differentiable]
fn of_load(load: &Load) -> f64 {
    match load {
        Load::Two(l, m) => three(l, m, 2.0),
        Load::One { a, l } => scaled(*a, l),
    }
}

#[differentiable]
fn parts_of_variants(x: &[f64]) -> f64 {
    let loads = vec![Load::Two(vec![x[0]], vec![x[1]]), Load::One { a: x[2], l: vec![x[3]] }];
    let mut s = of_load(&loads[0]) * of_load(&loads[1]);
    for load in &loads {
        s += match load {
            Load::Two(l, m) => three(l, m, x[4]),
            Load::One { a, l } => scaled(*a, l),
        };
    }
    let load = Load::Two(vec![x[0]], vec![x[1]]);
    if let Load::Two(l, m) = &load {
        s += three(l, m, x[5]);
    }
    s
}

#[differentiable]
fn speed(Leg(Meters(d), t, up): Leg) -> f64 {
    if up { 0.5 * d / t } else { d / t }
}

#[differentiable]
fn legs(x: &[f64]) -> f64 {
    let legs: Vec<Leg> = x.windows(2).map(|w| Leg(Meters(w[0]), w[1] + 2.0, w[0] > w[1])).collect();
    legs.iter().map(|leg| speed(*leg)).sum()
}

#[test]
fn a_call_borrows_several_parts_of_one_variant() {
    agrees("variants", parts_of_variants, &parts_of_variants::gradient(&AT).1.0, &AT);
    agrees("legs", legs, &legs::gradient(&AT).1.0, &AT);
}

#[derive(Clone, Copy, Differentiable)]
enum Gain {
    Fixed(f64),
    Off,
}

#[differentiable]
fn gains(x: &[f64]) -> f64 {
    let gains = [Gain::Fixed(x[0]), Gain::Off, Gain::Fixed(x[2])];
    let mut s = 0.0;
    for gain in &gains {
        s += match gain {
            Gain::Fixed(by) => lent(by),
            Gain::Off => x[1],
        };
    }
    for &gain in gains.iter() {
        s += match gain {
            Gain::Fixed(by) => square(by),
            Gain::Off => x[3],
        };
    }
    for gain in gains {
        s += match gain {
            Gain::Fixed(by) => square(by),
            Gain::Off => x[4],
        };
    }
    s + gains
        .iter()
        .map(|&gain| match gain {
            Gain::Fixed(by) => square(by),
            Gain::Off => x[5],
        })
        .sum::<f64>()
}

#[test]
fn parts_of_variants_are_references_where_a_loop_lends_them() {
    agrees("gains", gains, &gains::gradient(&AT).1.0, &AT);
}
