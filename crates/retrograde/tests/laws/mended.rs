//! What the pages of the laws call mended; made by `laws/main.rs`.
#![allow(dead_code)]

mod r01 {
    use retrograde::reversible;

    #[reversible]
    fn grow(y: f64, rate: f64) -> f64 {
        y + y * rate
    }

    #[reversible]
    fn kepler(mean: f64, e: f64) -> f64 {
        let mut x = [0.0; 9];
        x[0] += mean;
        for k in 0..8 {
            x[k + 1] += x[k] - (x[k] - e * x[k].sin() - mean) / (1.0 - e * x[k].cos());
        }
        x[8]
    }
}

mod r02 {
    use retrograde::reversible;

    #[reversible]
    fn square(y: &mut f64, x: f64) {
        *y += x * x;
    }
}

mod r03 {
    use retrograde::reversible;

    #[reversible]
    fn root(y: &mut f64, x: f64) {
        if x >= 0.0 {
            *y += x.sqrt();
        }
    }
}

mod r04 {
    use retrograde::reversible;

    #[reversible]
    fn add_twice(y: &mut f64, x: &f64) {
        *y += 2.0 * *x;
    }

    #[reversible]
    fn triple(z: &mut f64, y: f64) {
        *z += y;
        add_twice(z, &y);
    }
}

mod r05 {
    use retrograde::reversible;

    #[reversible]
    fn partner(n: &mut usize) {
        if (*n % 2 == 0, *n % 2 == 1) {
            *n += 1;
        } else {
            *n -= 1;
        }
    }
}

mod r06 {
    use retrograde::reversible;

    #[reversible]
    fn shift(x: &mut f64, by: f64) {
        *x += by;
    }
}

mod r07 {
    use retrograde::reversible;

    #[reversible]
    fn step(x: &mut f64, v: &mut f64) {
        let a = -*x;
        *v += a;
        *x += *v;
    }
}

mod r08 {
    use retrograde::reversible;

    #[reversible]
    fn meter(y: &mut f64, level: &mut f64, high: bool, x: f64) {
        if high {
            *y += x;
        }
        *level += 0.1;
    }
}

mod r09 {
    use retrograde::reversible;

    #[reversible]
    fn lifted(y: &mut f64, h: f64) {
        *y += h;
    }
}

mod r10 {
    use retrograde::reversible;

    #[reversible]
    fn energy(y: &mut f64, x: &[f64]) {
        for t in x.iter() {
            if *t > 0.0 {
                *y += t * t;
            }
        }
    }
}

mod r11 {
    use retrograde::reversible;

    #[reversible]
    fn area(y: &mut f64, r: f64) {
        let mut square = 0.0;
        'square: {
            square += r * r;
        }
        *y += 3.0 * square;
        undo!('square);
    }
}

mod r12 {
    use retrograde::reversible;

    #[reversible]
    fn multiply(y: &mut f64, x: f64, n: usize) {
        let mut k = 0;
        while (k < n, k > 0) {
            *y += x;
            k += 1;
        }
    }
}

mod r13 {
    use retrograde::reversible;

    #[reversible]
    fn accumulate(y: &mut f64, x: f64, n: usize, count: &mut usize) {
        for _ in 0..n {
            *y += x;
            *count += 1;
        }
    }
}

mod r14 {
    use retrograde::reversible;

    #[reversible]
    fn weighted(y: &mut f64, x: &[f64]) {
        for i in 0..x.len() {
            *y += i as f64 * x[i];
        }
    }
}

mod r15 {
    use retrograde::reversible;

    #[reversible]
    fn step(x: &mut f64, v: f64, steps: &mut usize) {
        *x += v;
        *steps += 1;
        safe! {
            println!("step {steps}");
        }
    }
}

mod r16 {
    use retrograde::reversible;

    #[reversible]
    fn root(x: f64) -> f64 {
        if x >= 0.0 { x.sqrt() } else { 0.0 }
    }

    #[reversible]
    fn squares(x: &[f64]) -> Vec<f64> {
        let mut squares = vec![0.0; x.len()];
        for i in 0..x.len() {
            squares[i] += x[i] * x[i];
        }
        squares
    }

    #[reversible]
    fn polar(x: f64, y: f64) -> (f64, f64) {
        ((x * x + y * y).sqrt(), y.atan2(x))
    }
}

mod r17 {
    use retrograde::reversible;

    #[reversible]
    fn twice(y: &mut f64, x: f64) {
        let mut t = 0.0;
        t += x * x;
        *y += t;
        *y += t;
        t -= x * x;
        free!(t = 0.0);
    }
}

mod r18 {
    use retrograde::reversible;

    #[reversible]
    fn clipped(y: &mut f64, x: f64) {
        let mut t = 0.0;
        t += x * x;
        if x > 0.0 {
            *y += t;
        }
        t -= x * x;
        free!(t = 0.0);
    }
}

mod r19 {
    use retrograde::reversible;

    #[reversible]
    fn monitored(y: &mut f64, #[inactive] record: &mut f64, x: f64) {
        *y += x * x;
        #[inactive]
        let seen = *y;
        *record += seen;
    }
}

mod r20 {
    use retrograde::reversible;

    #[reversible]
    fn norms(y: &mut f64, x: &[f64], z: &[f64]) {
        let mut sum = 0.0;
        for t in x {
            sum += t * t;
        }
        *y += sum.sqrt();
        let mut other = 0.0;
        for t in z {
            other += t * t;
        }
        *y += other.sqrt();
    }
}

mod r21 {
    use retrograde::reversible;

    use std::collections::HashMap;

    #[reversible]
    fn scored(y: &mut f64, weights: &HashMap<u32, f64>, words: &[u32]) {
        for i in 0..words.len() {
            *y += weights[&words[i]].tanh();
        }
    }
}
