//! Maps: `insert!`, `remove!` and `map[&key]`, in parameters and locals, with the cotangents beside them.

use retrograde::Dual;
use retrograde::prelude::*;
use retrograde_testkit::{assert_all_close, finite_difference};
use std::collections::{BTreeMap, HashMap};

/// Values by a recurrence, kept in a map.
#[reversible]
fn recurrence<T: Real>(memo: &mut BTreeMap<u64, T>, n: u64, a: T, b: T) {
    insert!(memo, 0, a);
    insert!(memo, 1, b);
    for i in 2..n {
        insert!(memo, i, memo[&(i - 1)] * memo[&(i - 2)] + a);
    }
}

fn plain(n: u64, a: f64, b: f64) -> BTreeMap<u64, f64> {
    let mut memo = BTreeMap::from([(0, a), (1, b)]);
    for i in 2..n {
        memo.insert(i, memo[&(i - 1)] * memo[&(i - 2)] + a);
    }
    memo
}

#[test]
fn a_map_is_filled_and_emptied() {
    let mut memo = BTreeMap::new();
    recurrence(&mut memo, 7, 0.5, 1.25);
    assert_eq!(memo, plain(7, 0.5, 1.25));

    // Seeds other than one for every value.
    let seeds: Vec<f64> = (0..7).map(|i| 0.3 - 0.2 * i as f64).collect();
    let mut memo_bar: BTreeMap<u64, f64> = (0..).zip(seeds.iter().copied()).collect();
    let (mut a_bar, mut b_bar) = (0.0, 0.0);
    recurrence::adjoint(&mut memo, &mut memo_bar, 7, 0.5, &mut a_bar, 1.25, &mut b_bar);
    assert!(memo.is_empty() && memo_bar.is_empty());
    let value = |p: &[f64]| plain(7, p[0], p[1]).values().zip(&seeds).map(|(a, b)| a * b).sum();
    assert_all_close!(&[a_bar, b_bar], &finite_difference::gradient(&value, &[0.5, 1.25]), 1e-7);

    recurrence(&mut memo, 5, 0.5, 1.25);
    recurrence::inverse(&mut memo, 5, 0.5, 1.25);
    assert!(memo.is_empty());
}

/// A sparse matrix in a map, assembled in place and then applied.
#[reversible]
fn assembled(y: &mut [f64], rows: &[usize], cols: &[usize], values: &[f64], x: &[f64]) {
    let mut matrix: HashMap<(usize, usize), f64> = HashMap::new();
    for i in 0..y.len() {
        insert!(matrix, (i, i), 1.0);
    }
    for e in 0..values.len() {
        if rows[e] != cols[e] {
            insert!(matrix, (rows[e], cols[e]), values[e] * values[e]);
        } else {
            matrix[&(rows[e], cols[e])] += values[e];
        }
    }
    for e in 0..rows.len() {
        y[rows[e]] += matrix[&(rows[e], cols[e])] * x[cols[e]];
    }
}

#[test]
fn a_local_map_is_built_again() {
    let (rows, cols) = ([0, 1, 0, 1], [0, 1, 1, 0]);
    let (values, x) = ([0.5, -0.25, 0.75, 2.0], [1.5, -0.5]);
    let all = [&values[..], &x].concat();
    let seeds = [0.7, -1.3];
    let run = |p: &[f64]| {
        let mut y = [0.0; 2];
        assembled(&mut y, &rows, &cols, &p[..4], &p[4..]);
        y
    };
    let mut y = run(&all);
    assert_eq!(y, [1.5 * 1.5 + 0.5625 * -0.5, 0.75 * -0.5 + 4.0 * 1.5]);
    let (mut y_bar, mut values_bar, mut x_bar) = (seeds, [0.0; 4], [0.0; 2]);
    assembled::adjoint(&mut y, &mut y_bar, &rows, &cols, &values, &mut values_bar, &x, &mut x_bar);
    assert_all_close!(&y, &[0.0, 0.0], 1e-14);
    let value = |p: &[f64]| run(p).iter().zip(seeds).map(|(a, b)| a * b).sum();
    assert_all_close!(&[&values_bar[..], &x_bar].concat(), &finite_difference::gradient(&value, &all), 1e-7);
}

/// Removes an inserted key by hand, with its final value.
#[reversible]
fn removed(y: &mut f64, map: &mut HashMap<String, f64>, name: &str, x: f64) {
    insert!(map, name, x * x);
    map["sum"] += map[name] * x;
    *y += map[name].sin() * map["sum"];
    remove!(map, name, x * x);
}

#[test]
fn texts_are_keys() {
    let run = |p: &[f64]| {
        let mut map = HashMap::from([("sum".to_string(), p[1])]);
        let mut y = 0.0;
        removed(&mut y, &mut map, "new", p[0]);
        (y, map)
    };
    let (mut y, mut map) = run(&[0.7, 0.2]);
    assert_eq!(map.len(), 1);
    let (mut y_bar, mut x_bar) = (1.5, 0.0);
    let mut map_bar = HashMap::from([("sum".to_string(), -0.5)]);
    removed::adjoint(&mut y, &mut y_bar, &mut map, &mut map_bar, "new", 0.7, &mut x_bar);
    assert_all_close!(&[y, map["sum"]], &[0.0, 0.2], 1e-14);
    assert_eq!(map.len(), 1);
    let value = |p: &[f64]| {
        let (y, map) = run(p);
        1.5 * y - 0.5 * map["sum"]
    };
    assert_all_close!(&[x_bar, map_bar["sum"]], &finite_difference::gradient(&value, &[0.7, 0.2]), 1e-7);

    removed(&mut y, &mut map, "new", 0.7);
    removed::inverse(&mut y, &mut map, "new", 0.7);
    assert_all_close!(&[y, map["sum"]], &[0.0, 0.2], 1e-14);
}

/// Read-only maps, in place of a sparse vector; the second is asked whether it has a key.
#[reversible]
fn sparse_dot(a: &BTreeMap<usize, f64>, b: &HashMap<usize, f64>, keys: &[usize]) -> f64 {
    let mut sum = 0.0;
    for i in 0..keys.len() {
        if b.contains_key(&keys[i]) {
            sum += a[&keys[i]] * b[&keys[i]];
        }
    }
    sum
}

#[test]
fn maps_that_are_only_read() {
    let a = BTreeMap::from([(3, 0.5), (8, 2.0), (11, 1.0)]);
    let b = HashMap::from([(8, -1.5), (3, 0.25), (7, 1.0)]);
    let (value, (a_bar, b_bar)) = sparse_dot::gradient(&a, &b, &[3, 8, 11]);
    assert_eq!(value, 0.5 * 0.25 - 3.0);
    assert_eq!(a_bar, BTreeMap::from([(3, 0.25), (8, -1.5), (11, 0.0)]));
    assert_eq!(b_bar, HashMap::from([(8, 2.0), (3, 0.5), (7, 0.0)]));
}

/// Calls functions: a map for both of them, and an inactive map.
#[reversible]
fn called(y: &mut f64, a: &BTreeMap<usize, f64>, #[inactive] b: &HashMap<usize, f64>, keys: &[usize]) {
    let t = sparse_dot(a, b, keys);
    *y += t.exp() + product(a, a);
}

#[reversible]
fn product(a: &BTreeMap<usize, f64>, b: &BTreeMap<usize, f64>) -> f64 {
    a[&3] * b[&8]
}

#[test]
fn maps_are_handed_on() {
    let a = BTreeMap::from([(3, 0.5), (8, 0.25)]);
    let b = HashMap::from([(8, -1.5), (3, 0.25)]);
    let (_, (a_bar,)) = called::gradient(&a, &b, &[3, 8]);
    let value = |p: &[f64]| {
        let mut y = 0.0;
        called(&mut y, &BTreeMap::from([(3, p[0]), (8, p[1])]), &b, &[3, 8]);
        y
    };
    let found: Vec<f64> = a_bar.values().copied().collect();
    assert_all_close!(&found, &finite_difference::gradient(&value, &[0.5, 0.25]), 1e-7);
}

/// Counters, which carry nothing, beside what does.
#[reversible]
fn counted(counts: &mut HashMap<u8, usize>, sums: &mut HashMap<u8, f64>, marks: &[u8], x: &[f64]) {
    for i in 0..marks.len() {
        counts[&marks[i]] += 1;
        sums[&marks[i]] += x[i] * x[i];
    }
}

#[test]
fn counters() {
    let mut counts = HashMap::from([(b'a', 0), (b'b', 4)]);
    let mut sums = HashMap::from([(b'a', 0.5), (b'b', 0.0)]);
    let (marks, x) = (*b"abb", [0.5, 1.0, 2.0]);
    counted(&mut counts, &mut sums, &marks, &x);
    assert_eq!((counts[&b'a'], counts[&b'b'], sums[&b'b']), (1, 6, 5.0));
    let (mut sums_bar, mut x_bar) = (HashMap::from([(b'a', 1.0), (b'b', -2.0)]), [0.0; 3]);
    counted::adjoint(&mut counts, &mut sums, &mut sums_bar, &marks, &x, &mut x_bar);
    assert_eq!((counts[&b'a'], counts[&b'b'], sums[&b'b']), (0, 4, 0.0));
    assert_eq!(x_bar, [1.0, -4.0, -8.0]);
}

/// Elements of one map are exchanged, and arrays are values.
#[reversible]
fn exchanged(points: &mut BTreeMap<i32, [f64; 2]>, i: i32, j: i32, x: f64) {
    swap(&mut points[&i][0], &mut points[&j][1]);
    points[&i][1] += points[&j][1] * x;
    insert!(points, 9, [x, x * x]);
}

#[test]
fn arrays_in_maps() {
    let run = |p: &[f64]| {
        let mut points = BTreeMap::from([(-1, [p[0], p[1]]), (1, [p[2], p[3]])]);
        exchanged(&mut points, -1, 1, p[4]);
        points
    };
    let flat = |points: &BTreeMap<i32, [f64; 2]>| points.values().flatten().copied().collect::<Vec<f64>>();
    let start = [0.5, -0.25, 1.5, 2.0, 0.75];
    let mut points = run(&start);
    assert_eq!(points[&-1], [2.0, -0.25 + 0.5 * 0.75]);
    let seeds = [0.3, 1.0, -0.5, 0.25, 2.0, -1.0];
    let mut points_bar = BTreeMap::from([(-1, [0.3, 1.0]), (1, [-0.5, 0.25]), (9, [2.0, -1.0])]);
    let mut x_bar = 0.0;
    exchanged::adjoint(&mut points, &mut points_bar, -1, 1, 0.75, &mut x_bar);
    assert_all_close!(&flat(&points), &start[..4], 1e-14);
    let value = |p: &[f64]| flat(&run(p)).iter().zip(seeds).map(|(a, b)| a * b).sum();
    let found = [flat(&points_bar), vec![x_bar]].concat();
    assert_all_close!(&found, &finite_difference::gradient(&value, &start), 1e-7);
}

/// The uncall of what fills a map empties it, also where it is differentiated; a map that a callee fills is freed by hand.
#[reversible]
fn lent(y: &mut f64, x: f64) {
    let mut memo: BTreeMap<u64, f64> = BTreeMap::new();
    recurrence(&mut memo, 6, x, x * x);
    *y += memo[&5].sin() + memo[&3];
    recurrence::inverse(&mut memo, 6, x, x * x);
    free!(memo);
}

/// Leaves the removal to the compiler.
#[reversible]
fn kept(y: &mut f64, x: f64) {
    let mut memo: BTreeMap<u64, f64> = BTreeMap::default();
    recurrence(&mut memo, 6, x, x * x);
    *y += memo[&5].sin() + memo[&3];
}

#[test]
fn maps_that_callees_fill() {
    let value = |p: &[f64]| {
        let mut y = 0.0;
        lent(&mut y, p[0]);
        y
    };
    let (y, (x_bar,)) = lent::gradient(0.6);
    let (again, (also,)) = kept::gradient(0.6);
    assert_eq!(y, again);
    let expected = finite_difference::gradient(&value, &[0.6]);
    assert_all_close!(&[x_bar, also], &[expected[0], expected[0]], 1e-7);
    let mut y = 0.25;
    kept(&mut y, 0.6);
    kept::inverse(&mut y, 0.6);
    assert!((y - 0.25).abs() < 1e-14);
}

/// Recursion that remembers what it has computed; what it decided goes to a log.
#[reversible]
fn remembered<T: Real>(memo: &mut HashMap<u64, T>, log: &mut Vec<usize>, n: u64, x: T) {
    #[keep(log)]
    if !memo.contains_key(&n) {
        if n < 2 {
            insert!(memo, n, x);
        } else {
            remembered(&mut *memo, &mut *log, n - 1, x);
            remembered(&mut *memo, &mut *log, n - 2, x);
            insert!(memo, n, memo[&(n - 1)].sin() * x + memo[&(n - 2)]);
        }
    }
}

#[test]
fn recursion_that_remembers() {
    let run = |x: f64| {
        let (mut memo, mut log) = (HashMap::new(), Vec::new());
        remembered(&mut memo, &mut log, 20, x);
        (memo, log)
    };
    let (mut memo, mut log) = run(0.3);
    // Each number is computed once: without the memo there would be tens of thousands of calls.
    assert_eq!((memo.len(), log.len()), (21, 39));
    let mut memo_bar: HashMap<u64, f64> = memo.keys().map(|key| (*key, 0.0)).collect();
    memo_bar.extend([(20, 2.0), (7, -1.0)]);
    let mut x_bar = 0.0;
    remembered::adjoint(&mut memo, &mut memo_bar, &mut log, 20, 0.3, &mut x_bar);
    assert!(memo.is_empty() && memo_bar.is_empty() && log.is_empty());
    let value = |p: &[f64]| {
        let (memo, _) = run(p[0]);
        2.0 * memo[&20] - memo[&7]
    };
    assert_all_close!(&[x_bar], &finite_difference::gradient(&value, &[0.3]), 1e-7);
}

/// Two rows of a Jacobian at once, and a dual number: maps of any cotangent and of any number.
#[test]
fn rows_and_duals() {
    let mut memo = plain(4, 0.5, 1.25);
    let mut memo_bar = BTreeMap::from([(0, [0.0; 2]), (1, [0.0; 2]), (2, [1.0, 0.0]), (3, [0.0, 1.0])]);
    let (mut a_bar, mut b_bar) = ([0.0; 2], [0.0; 2]);
    recurrence::adjoint(&mut memo, &mut memo_bar, 4, 0.5, &mut a_bar, 1.25, &mut b_bar);
    // c = b a + a, d = c b + a
    assert_all_close!(&a_bar, &[2.25, 2.25 * 1.25 + 1.0], 1e-14);
    assert_all_close!(&b_bar, &[0.5, 0.5 * 1.25 + (1.25 * 0.5 + 0.5)], 1e-14);

    let mut memo = BTreeMap::new();
    recurrence(&mut memo, 4, Dual::new(0.5, 1.0), Dual::new(1.25, 0.0));
    assert_all_close!(&[memo[&2].tangent, memo[&3].tangent], &a_bar, 1e-14);
}

#[reversible]
fn inserted(map: &mut HashMap<(usize, usize), f64>, i: usize, x: f64) {
    insert!(map, (i, i + 1), x);
}

#[reversible]
fn taken(map: &mut HashMap<(usize, usize), f64>, i: usize, x: f64) {
    remove!(map, (i, i + 1), x);
}

#[reversible]
fn doubled(map: &mut HashMap<(usize, usize), f64>, i: usize, x: f64) {
    map[&(i, i)] += x * map[&(0, 0)];
}

#[test]
fn what_goes_wrong_is_an_error_that_can_be_had() {
    let mut map = HashMap::from([((1, 2), 0.5)]);
    let error = inserted::try_call(&mut map, 1, 2.0).expect_err("it is there");
    assert_eq!(error.statement(), "insert!(map, (i, i + 1), x)");
    assert_eq!(error.reason(), "this key is in the map already");
    assert_eq!((error.expected(), error.found()), ("`map` has no key `(i, i + 1)`", "(i, i + 1) = (1, 2)"));
    assert_eq!((error.file(), map[&(1, 2)]), (file!(), 0.5));

    let error = inserted::try_inverse(&mut map, 2, 2.0).expect_err("it is not there");
    assert_eq!(error.statement(), "remove!(map, (i, i + 1), x)");
    assert_eq!((error.reason(), error.found()), ("this key is not in the map", "(i, i + 1) = (2, 3)"));
    let error = inserted::try_inverse(&mut map, 1, 2.0).expect_err("it has another value");
    assert_eq!(error.reason(), "this key has another value when it is removed");
    assert_eq!((error.expected(), error.found()), ("`map[&(i, i + 1)]` is x", "map[&(i, i + 1)] = 0.5"));
    assert_eq!(map.len(), 1);

    let error = taken::try_call(&mut map, 1, f64::NAN).expect_err("not a number is not a value");
    assert_eq!(error.reason(), "this key has another value when it is removed");
    taken::try_call(&mut map, 1, 0.5).expect("it is there");
    taken::try_inverse(&mut map, 1, 0.5).expect("it is gone");

    let error = doubled::try_call(&mut map, 1, 0.5).expect_err("there is no such key");
    assert_eq!(error.statement(), "map[&(i, i)] += x * map[&(0, 0)]");
    assert_eq!(error.found(), "(i, i) = (1, 1)");
    map.insert((0, 0), 1.0);
    let error = doubled::try_call(&mut map, 0, 0.5).expect_err("it reads itself");
    assert_eq!(error.reason(), "two places of this statement are the same element");

    let mut bar = HashMap::from([((0, 0), 1.0)]);
    let error = inserted::try_adjoint(&mut map, &mut bar, 1, 0.5, &mut 0.0).expect_err("a key is missing");
    assert_eq!(error.found(), "no key (1, 2)");
}

#[test]
#[should_panic(expected = "irreversible: this key is in the map already")]
fn nothing_is_overwritten() {
    inserted(&mut HashMap::from([((1, 2), 0.5)]), 1, 0.25);
}

#[test]
#[should_panic(expected = "`map_bar` has 2 keys, and `map`, whose cotangent it is, has 1")]
fn cotangents_have_the_keys_of_the_map() {
    #[reversible]
    fn first(y: &mut f64, map: &HashMap<u8, f64>) {
        *y += map[&0];
    }
    let map = HashMap::from([(0, 0.5)]);
    first::adjoint(&mut 0.5, &mut 1.0, &map, &mut HashMap::from([(0, 0.0), (1, 0.0)]));
}

#[test]
#[should_panic(expected = "`map` has no key 7")]
fn a_missing_key_is_named() {
    #[reversible]
    fn seventh(y: &mut f64, map: &BTreeMap<u8, f64>) {
        let t = map[&7];
        *y += t;
    }
    seventh(&mut 0.5, &BTreeMap::new());
}

/// Without checks a release build says it all the same, since nothing could undo it.
#[test]
#[should_panic(
    expected = "irreversible: this key is not in the map\n  at crates/retrograde/tests/language/maps.rs"
)]
fn nothing_is_made_up() {
    #[reversible(check = "never")]
    fn unchecked(map: &mut BTreeMap<bool, f64>) {
        remove!(map, true, 1.0);
    }
    unchecked(&mut BTreeMap::new());
}

/// Keys that are the indices of innermost loops, and a key that only a loop that runs asks for.
#[reversible]
fn walked(y: &mut f64, a: &mut BTreeMap<usize, f64>, b: &BTreeMap<usize, f64>, x: &[f64], n: usize) {
    for i in 0..n {
        a[&i] += b[&i] * x[i];
    }
    for i in 0..n {
        *y += a[&i] * x[i] * b[&77];
    }
}

#[test]
fn keys_in_innermost_loops() {
    let (x, n) = ([0.5, -1.0, 2.0], 3);
    let run = |p: &[f64], n: usize| {
        let mut a: BTreeMap<usize, f64> = (0..).zip(p[..3].iter().copied()).collect();
        let mut b: BTreeMap<usize, f64> = (0..).zip(p[3..6].iter().copied()).collect();
        b.insert(77, p[6]);
        let mut y = 0.0;
        walked(&mut y, &mut a, &b, &p[7..], n);
        (y, a, b)
    };
    let start = [[0.5, 0.25, -0.5, 1.0, 2.0, 3.0, 1.5].as_slice(), &x].concat();
    let (mut y, mut a, b) = run(&start, n);
    let mut a_bar = BTreeMap::from([(0, 0.1), (1, 0.2), (2, 0.3)]);
    let mut b_bar: BTreeMap<usize, f64> = b.keys().map(|key| (*key, 0.0)).collect();
    let (mut y_bar, mut x_bar) = (1.5, [0.0; 3]);
    walked::adjoint(&mut y, &mut y_bar, &mut a, &mut a_bar, &b, &mut b_bar, &x, &mut x_bar, n);
    let value = |p: &[f64]| {
        let (y, a, _) = run(p, n);
        1.5 * y + 0.1 * a[&0] + 0.2 * a[&1] + 0.3 * a[&2]
    };
    let values = |map: &BTreeMap<usize, f64>| map.values().copied().collect::<Vec<f64>>();
    let found = [values(&a_bar), values(&b_bar), x_bar.to_vec()].concat();
    assert_all_close!(&found, &finite_difference::gradient(&value, &start), 1e-7);
    assert_all_close!(&values(&a), &start[..3], 1e-14);
    // A loop that does not run asks for nothing.
    let (mut none, mut none_bar) = (BTreeMap::new(), BTreeMap::new());
    let (of, mut of_bar) = (BTreeMap::new(), BTreeMap::new());
    walked(&mut y, &mut none, &of, &[], 0);
    walked::adjoint(&mut y, &mut y_bar, &mut none, &mut none_bar, &of, &mut of_bar, &[], &mut [], 0);
    let _ = walked::gradient(&mut none, &of, &[], 0);
}

/// Loops over the keys of a map: of one that stays as it is while its values change, and of one that gains keys.
#[reversible]
fn visited(y: &mut f64, weights: &mut BTreeMap<u32, f64>, x: &BTreeMap<u32, f64>, scale: f64) {
    for key in x.keys() {
        weights[key] += x[key] * scale;
    }
    let mut squares: BTreeMap<u32, f64> = BTreeMap::new();
    for (i, key) in weights.keys().enumerate() {
        insert!(squares, *key + 1, weights[key] * weights[key] * i as f64);
    }
    for key in squares.keys().rev() {
        *y += squares[key].sin() * scale;
    }
}

#[test]
fn loops_over_keys() {
    let maps = |p: &[f64]| {
        (BTreeMap::from([(2, p[0]), (5, p[1]), (9, p[2])]), BTreeMap::from([(9, p[3]), (2, p[4])]))
    };
    let start = [0.5, 1.0, -0.75, 0.3, 1.25, 0.8];
    let run = |p: &[f64]| {
        let ((mut weights, x), mut y) = (maps(p), 0.0);
        visited(&mut y, &mut weights, &x, p[5]);
        (y, weights)
    };
    let (mut y, mut weights) = run(&start);
    let mut weights_bar = BTreeMap::from([(2, 0.5), (5, -0.5), (9, 0.25)]);
    let (_, x) = maps(&start);
    let (mut y_bar, mut x_bar, mut scale_bar) = (1.5, BTreeMap::from([(9, 0.0), (2, 0.0)]), 0.0);
    visited::adjoint(
        &mut y,
        &mut y_bar,
        &mut weights,
        &mut weights_bar,
        &x,
        &mut x_bar,
        start[5],
        &mut scale_bar,
    );
    let value = |p: &[f64]| {
        let (y, weights) = run(p);
        1.5 * y + 0.5 * weights[&2] - 0.5 * weights[&5] + 0.25 * weights[&9]
    };
    let found = [weights_bar[&2], weights_bar[&5], weights_bar[&9], x_bar[&9], x_bar[&2], scale_bar];
    assert_all_close!(&found, &finite_difference::gradient(&value, &start), 1e-7);
    assert_all_close!(&[y, weights[&2], weights[&5], weights[&9]], &[0.0, 0.5, 1.0, -0.75], 1e-14);
}

#[reversible]
fn named(all: &mut std::collections::BTreeMap<String, f64>, x: f64) {
    let new: String = String::from("new");
    insert!(all, new, 0.0);
    all[&new] += x * x;
}

#[test]
fn a_key_is_made_from_a_text() {
    let mut all = std::collections::BTreeMap::from([("old".to_string(), 2.0)]);
    named(&mut all, 3.0);
    assert_eq!(all["new"], 9.0);
    named::inverse(&mut all, 3.0);
    assert_eq!(all.len(), 1);
    named::check(&mut all, 3.0).unwrap();
}
