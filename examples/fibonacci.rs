//! Fibonacci numbers three times: by recursion, by recursion in a loop, and the first that reaches a limit.
//!
//! [`fibonacci`] and [`first_reaching`] are from the paper "Differentiate everything with a reversible programming
//! language", where the `while` has two conditions: one for the forward and one for the reverse direction.
//! [`counting`] is from its successor. The papers clear locals by hand (`~@routine`, `counter → 0`); here they are
//! cleared at the end of the scope. All places are integers: they are restored exactly, and carry no cotangents.

use retrograde::reversible;

/// Adds the `n`-th Fibonacci number to `out`, counted so that the first two are 1.
#[reversible]
fn fibonacci(out: &mut u64, n: u64) {
    if n <= 2 {
        *out += 1;
    } else {
        let mut n1 = n;
        n1 -= 1;
        let mut n2 = n;
        n2 -= 2;
        fibonacci(out, n1);
        fibonacci(out, n2);
    }
}

/// Adds the Fibonacci number after the `n`-th to `out`, as one plus the sum of every second one before it.
#[reversible]
fn counting(out: &mut u64, n: u64) {
    if n >= 1 {
        let mut counter = n;
        while (counter > 1, counter != n) {
            counting(out, counter - 1);
            counter -= 2;
        }
    }
    *out += 1;
}

/// The `n`-th Fibonacci number: an ordinary function, which a condition may call. Number 0 is taken for 1.
fn number(n: u64) -> u64 {
    let mut out = 0;
    fibonacci(&mut out, n);
    out
}

/// Counts `n` up from 0 until the `n`-th Fibonacci number reaches the limit.
#[reversible]
fn first_reaching(n: &mut u64, limit: u64) {
    while (number(*n) < limit, *n != 0) {
        *n += 1;
    }
}

fn main() {
    let mut out = 0;
    fibonacci(&mut out, 10);
    println!("fibonacci(0, 10)            = {out}");
    fibonacci::inverse(&mut out, 10);
    println!("fibonacci::inverse(55, 10)  = {out}");

    counting(&mut out, 9);
    println!("counting(0, 9)              = {out}");
    counting::inverse(&mut out, 9);
    println!("counting::inverse(55, 9)    = {out}");

    let mut n = 0;
    first_reaching(&mut n, 100);
    println!("first_reaching(0, 100)           = {n}, and number {n} is {}", number(n));
    first_reaching::inverse(&mut n, 100);
    println!("first_reaching::inverse(12, 100) = {n}");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fibonacci numbers from number 1 on.
    fn table() -> [u64; 20] {
        let mut table = [1; 20];
        for i in 2..20 {
            table[i] = table[i - 1] + table[i - 2];
        }
        table
    }

    #[test]
    fn both_recursions_give_the_table_and_take_it_back() {
        for (n, number) in (1..).zip(table()) {
            let mut out = 1000;
            fibonacci(&mut out, n);
            assert_eq!(out, 1000 + number);
            fibonacci::inverse(&mut out, n);
            assert_eq!(out, 1000);
            counting(&mut out, n - 1);
            assert_eq!(out, 1000 + number);
            counting::inverse(&mut out, n - 1);
            assert_eq!(out, 1000);
        }
    }

    #[test]
    fn one_recursion_undoes_the_other() {
        let mut out = 5;
        fibonacci(&mut out, 16);
        counting::inverse(&mut out, 15);
        assert_eq!(out, 5);
    }

    #[test]
    fn the_first_number_from_a_hundred_on_is_144() {
        let mut n = 0;
        first_reaching(&mut n, 100);
        assert_eq!((n, number(n)), (12, 144));
        first_reaching::inverse(&mut n, 100);
        assert_eq!(n, 0);
    }

    #[test]
    fn a_limit_that_is_reached_at_once_counts_nothing() {
        let mut n = 0;
        first_reaching(&mut n, 1);
        assert_eq!(n, 0);
        first_reaching::inverse(&mut n, 1);
        assert_eq!(n, 0);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic]
    fn a_count_that_does_not_start_at_zero_cannot_be_undone_and_is_refused() {
        first_reaching(&mut 3, 100);
    }

    #[test]
    fn the_adjoint_without_cotangents_is_the_inverse() {
        let mut out = 7 + 55;
        fibonacci::adjoint(&mut out, 10);
        assert_eq!(out, 7);
    }
}
