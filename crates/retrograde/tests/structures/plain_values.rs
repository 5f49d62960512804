//! Values of enums of the file that derive nothing of the library, as parameters, locals, items and returned values.

use retrograde::prelude::*;
use retrograde_testkit::finite_difference;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    P,
    S,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Arrival {
    phase: Phase,
    time: f64,
    strength: f64,
}

#[differentiable]
fn arrive(waves: &mut Vec<Arrival>, phase: Phase, distance: f64, speed: f64) {
    let time = distance / speed;
    waves.push(Arrival { phase, time, strength: (-0.1 * distance).exp() / distance });
    let mut i = waves.len() - 1;
    while i > 0 && waves[i - 1].time > waves[i].time {
        waves.swap(i - 1, i);
        i -= 1;
    }
}

#[differentiable]
fn strongest(waves: &mut Vec<Arrival>) -> Option<Arrival> {
    if waves.is_empty() {
        return None;
    }
    let mut best = 0;
    for i in 1..waves.len() {
        if waves[i].strength > waves[best].strength {
            best = i;
        }
    }
    let last = waves.len() - 1;
    waves.swap(best, last);
    waves.pop()
}

#[differentiable]
fn weight(wave: Option<Arrival>, otherwise: f64) -> f64 {
    wave.map_or(
        otherwise,
        |w| if w.phase == Phase::P { w.time * w.strength } else { 2.0 * w.time * w.strength },
    )
}

#[differentiable]
fn arrivals(x: &[f64]) -> f64 {
    let mut waves = Vec::new();
    for k in 0..3 {
        arrive(&mut waves, Phase::P, x[k], x[3]);
        arrive(&mut waves, Phase::S, x[k], x[4]);
    }
    let first = strongest(&mut waves);
    let second = strongest(&mut waves);
    let mut sum = weight(first, x[3]) * weight(second, x[4]) + weight(None, x[0] * x[1]);
    for (i, w) in waves.iter().enumerate() {
        sum += w.time * w.strength * (i as f64 + 1.0);
    }
    sum
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Linear,
    Square,
    Sine,
}
#[derive(Clone, Debug, Differentiable)]
struct Piece {
    kind: Kind,
    scale: f64,
}
#[differentiable]
fn piece_at(k: Kind, x: f64) -> f64 {
    match k {
        Kind::Linear => x,
        Kind::Square => x * x,
        Kind::Sine => x.sin(),
    }
}
#[differentiable]
fn picked(x: f64, i: usize) -> Kind {
    if i % 2 == 0 {
        Kind::Linear
    } else if x > 0.5 {
        Kind::Square
    } else {
        Kind::Sine
    }
}
#[differentiable]
fn all_pieces(terms: &[Piece], x: f64) -> f64 {
    let mut s = 0.0;
    for t in terms {
        s += t.scale * piece_at(t.kind, x);
    }
    s
}
#[differentiable]
fn pieces_of(terms: &mut Vec<Piece>, kinds: &[Kind], x: &[f64]) {
    for (i, k) in kinds.iter().enumerate() {
        terms.push(Piece { kind: *k, scale: x[i] * 0.5 });
    }
}
#[differentiable]
fn pieces(x: &[f64]) -> f64 {
    let kinds = [Kind::Linear, Kind::Square, Kind::Sine, Kind::Square];
    let mut terms = Vec::new();
    pieces_of(&mut terms, &kinds, x);
    let mut s = all_pieces(&terms, x[4]);
    for i in 0..6 {
        let k = picked(x[i], i);
        s += piece_at(k, x[i]);
        if k == Kind::Sine {
            s *= 1.1;
        }
        let mut other = Kind::Sine;
        if x[i] > 1.0 {
            other = k;
        }
        s += 0.1 * piece_at(other, x[(i + 1) % 6]);
    }
    s
}
#[derive(Clone, Copy)]
enum Way {
    Up,
    Down,
}
#[derive(Clone, Copy, Differentiable)]
struct Stair {
    way: Way,
    by: f64,
}
#[differentiable]
fn climbed(s: Stair, x: f64) -> f64 {
    match s.way {
        Way::Up => x + s.by,
        Way::Down => x - s.by * x,
    }
}
#[differentiable]
fn turned(w: Way) -> Way {
    match w {
        Way::Up => Way::Down,
        Way::Down => Way::Up,
    }
}
#[differentiable]
fn stairs(x: &[f64]) -> f64 {
    let mut steps: Vec<Stair> = Vec::new();
    for (i, v) in x.iter().enumerate() {
        let way = if i % 2 == 0 { Way::Up } else { Way::Down };
        steps.push(Stair { way, by: v * 0.3 });
    }
    let mut y = 1.0;
    for s in steps.iter().rev() {
        y = climbed(*s, y);
    }
    for s in &mut steps {
        s.way = turned(s.way);
        s.by *= 1.5;
    }
    for s in &steps {
        y = climbed(*s, y);
    }
    y
}
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bid {
    Buy,
    Sell,
}
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Offer {
    side: Bid,
    price: f64,
    size: f64,
}
#[differentiable]
fn best_offer(orders: &[Offer], side: Bid) -> Option<Offer> {
    let mut found: Option<Offer> = None;
    for o in orders {
        if o.side == side {
            match found {
                None => found = Some(*o),
                Some(before) => {
                    if (side == Bid::Buy) == (o.price > before.price) {
                        found = Some(*o);
                    }
                }
            }
        }
    }
    found
}
#[differentiable]
fn taken_from(orders: &mut Vec<Offer>, side: Bid, amount: f64) -> Option<f64> {
    let at = orders.iter().position(|o| o.side == side)?;
    let paid = orders[at].price * amount;
    orders[at].size -= amount;
    if orders[at].size < 0.0 {
        orders.remove(at);
    }
    Some(paid)
}
#[differentiable]
fn market(x: &[f64]) -> f64 {
    let mut orders = vec![];
    offers(&mut orders, x);
    let b = best_offer(&orders, Bid::Buy);
    let mid = match (b, best_offer(&orders, Bid::Sell)) {
        (Some(a), Some(b)) => 0.5 * (a.price + b.price),
        (Some(a), None) => a.price,
        _ => 0.0,
    };
    let paid = taken_from(&mut orders, Bid::Sell, x[5]);
    let more = taken_from(&mut orders, Bid::Buy, x[4]).unwrap_or(0.0);
    let rest: f64 = orders.iter().filter(|o| o.side == Bid::Buy).map(|o| o.size * o.price).sum();
    mid + paid.map_or(0.0, |p| p * p) + 2.0 * more + rest
}
#[differentiable]
fn offers(orders: &mut Vec<Offer>, x: &[f64]) {
    for (i, v) in x.iter().enumerate() {
        let side = if i % 3 == 0 { Bid::Buy } else { Bid::Sell };
        orders.push(Offer { side, price: v * (1.0 + 0.1 * i as f64), size: v + 0.2 });
    }
}

#[test]
fn values_of_plain_enums_are_exact() {
    type Program = (fn(&[f64]) -> f64, fn(&[f64]) -> (f64, Vec<f64>));
    let programs: [Program; 4] = [
        (arrivals, |x| {
            let (y, (x_bar,)) = arrivals::gradient(x);
            (y, x_bar)
        }),
        (pieces, |x| {
            let (y, (x_bar,)) = pieces::gradient(x);
            (y, x_bar)
        }),
        (stairs, |x| {
            let (y, (x_bar,)) = stairs::gradient(x);
            (y, x_bar)
        }),
        (market, |x| {
            let (y, (x_bar,)) = market::gradient(x);
            (y, x_bar)
        }),
    ];
    for (f, gradient) in programs {
        for at in [[1.2, 2.3, 0.8, 6.0, 3.4, 1.7], [0.4, 0.9, 1.3, 0.7, 2.1, 0.6]] {
            let (value, x_bar) = gradient(&at);
            assert_eq!(value, f(&at));
            for (a, b) in x_bar.iter().zip(finite_difference::gradient(f, &at)) {
                assert!((a - b).abs() < 1e-5 * (1.0 + b.abs()), "{a} {b}");
            }
        }
    }
    assert_eq!(arrivals::check(&[1.2, 2.3, 0.8, 6.0, 3.4]), Ok(()));
    assert_eq!(stairs::check(&[0.4, 0.9, 1.3]), Ok(()));
}
