//! One damped Gauss-Newton step by block elimination.
//!
//! The normal equations `(JᵀJ + λ D) δ = -Jᵀr` of a bipartite problem couple one side only with the other, so either is
//! block diagonal and can be eliminated entity by entity: with `V` the block of an eliminated entity, `W` its coupling
//! with what is kept and `V = L Lᵀ`, the kept side sees `U - Σ (L⁻¹W)ᵀ(L⁻¹W)`, the Schur complement, and the right side
//! likewise (Triggs, McLauchlan, Hartley and Fitzgibbon, "Bundle adjustment: a modern synthesis", 2000, section 6).

use super::error::Error;
use super::linearisation::{Linearisation, add_product, dot};
use super::memory::bytes_of;
use super::own::{rows, step};
use super::pattern::{group, pattern};
use super::reduced::Reduced;
use super::small::Factor;

/// One number for each unknown: a gradient, a step or a scale.
#[derive(Clone, Debug)]
pub(super) struct Numbers<const E: usize, const K: usize, const P: usize> {
    pub(super) eliminated: Vec<[f64; E]>,
    pub(super) kept: Vec<[f64; K]>,
    pub(super) own: Vec<[f64; P]>,
}

impl<const E: usize, const K: usize, const P: usize> Numbers<E, K, P> {
    /// Iterates over all the numbers, always in the same order.
    pub(super) fn iter(&self) -> impl Iterator<Item = f64> {
        let sides = self.eliminated.iter().flatten().chain(self.kept.iter().flatten());
        sides.chain(self.own.iter().flatten()).copied()
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        let sides = self.eliminated.iter_mut().flatten().chain(self.kept.iter_mut().flatten());
        sides.chain(self.own.iter_mut().flatten())
    }

    fn clear(&mut self) {
        self.iter_mut().for_each(|v| *v = 0.0);
    }
}

/// The elimination of one side of one problem, with all buffers that a step needs.
pub(super) struct Elimination<const E: usize, const K: usize, const P: usize> {
    /// The entities of each observation: the eliminated one and the kept one.
    pairs: Vec<[u32; 2]>,
    /// The start of each eliminated entity's observations in `members`.
    starts: Vec<usize>,
    /// Observations grouped by eliminated entity.
    members: Vec<u32>,
    reduced: Reduced<K>,
    factors: Vec<Factor<E>>,
    coupling: Vec<[[f64; K]; E]>,
    right: Vec<f64>,
    /// `Jᵀr`.
    pub(super) gradient: Numbers<E, K, P>,
    /// The diagonal of `JᵀJ`: Marquardt's scale, which makes damping independent of the unknowns' units.
    pub(super) scale: Numbers<E, K, P>,
    /// The last step.
    pub(super) step: Numbers<E, K, P>,
}

impl<const E: usize, const K: usize, const P: usize> Elimination<E, K, P> {
    /// Returns the bytes needed in addition to the reduced system; `None` on overflow.
    pub(super) fn bytes(eliminated: usize, kept: usize, observations: usize) -> Option<usize> {
        // Three vectors of all unknowns, and one of each side to which a rejected step returns.
        let eliminated = bytes_of::<(Factor<E>, [[f64; E]; 4], usize)>(eliminated)?;
        let kept = bytes_of::<([[f64; K]; 5], [usize; 4])>(kept)?;
        let observations = bytes_of::<([u32; 4], [[f64; P]; 4])>(observations)?;
        eliminated.checked_add(kept)?.checked_add(observations)
    }

    /// Finds the pattern of the reduced system and reserves all memory that steps need. `pairs` must be in range.
    ///
    /// # Errors
    ///
    /// If the reduced system is too large to factor.
    pub(super) fn new(pairs: Vec<[u32; 2]>, eliminated: usize, kept: usize) -> Result<Self, Error> {
        let (starts, members) = group(eliminated, pairs.iter().map(|pair| pair[0]));
        let pattern = pattern(&pairs, kept, &starts, &members, Reduced::<K>::admit)?;
        let reduced = Reduced::new(&pattern)?;
        let longest = starts.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(0);
        let zero = Numbers {
            eliminated: vec![[0.0; E]; eliminated],
            kept: vec![[0.0; K]; kept],
            own: vec![[0.0; P]; if P == 0 { 0 } else { pairs.len() }],
        };
        Ok(Self {
            pairs,
            starts,
            members,
            factors: vec![Factor::ZERO; eliminated],
            coupling: vec![[[0.0; K]; E]; longest],
            right: vec![0.0; reduced.unknowns()],
            reduced,
            gradient: zero.clone(),
            scale: zero.clone(),
            step: zero,
        })
    }

    /// Returns the number of unknowns of the reduced system, and true if it is dense.
    pub(super) fn reduced(&self) -> (usize, bool) {
        (self.reduced.unknowns(), self.reduced.is_dense())
    }

    fn entities(&self, i: usize) -> (usize, usize) {
        let [e, k] = self.pairs[i];
        (e as usize, k as usize)
    }

    /// Computes gradient and scale at a new linearisation; no scale is below `smallest`.
    pub(super) fn linearised<const R: usize>(&mut self, at: &Linearisation<E, K, R, P>, smallest: f64) {
        self.gradient.clear();
        self.scale.clear();
        for (i, residual) in at.residuals.iter().enumerate() {
            let (e, k) = self.entities(i);
            for (j, column) in at.eliminated[i].iter().enumerate() {
                self.gradient.eliminated[e][j] += dot(column, residual);
                self.scale.eliminated[e][j] += dot(column, column);
            }
            for (j, column) in at.kept[i].iter().enumerate() {
                self.gradient.kept[k][j] += dot(column, residual);
                self.scale.kept[k][j] += dot(column, column);
            }
        }
        for i in 0..self.gradient.own.len() {
            let (prior, slopes) = (&at.priors[i], &at.prior_blocks[i]);
            for (j, column) in at.own[i].iter().enumerate() {
                self.gradient.own[i][j] = dot(column, &at.residuals[i]) + dot(&slopes[j], prior);
                self.scale.own[i][j] = dot(column, column) + dot(&slopes[j], &slopes[j]);
            }
        }
        for scale in self.scale.iter_mut() {
            *scale = scale.max(smallest);
            // Columns without observations still need a scale for the damping.
            if *scale < f64::MIN_POSITIVE {
                *scale = 1.0;
            }
        }
    }

    /// Computes [`Self::step`]; true if the damped matrix was positive definite.
    pub(super) fn solve<const R: usize>(&mut self, at: &Linearisation<E, K, R, P>, damping: f64) -> bool {
        self.reduced.clear();
        self.right.fill(0.0);
        for e in 0..self.factors.len() {
            if self.eliminate(e, at, damping).is_none() {
                return false;
            }
        }
        for (k, scale) in self.scale.kept.iter().enumerate() {
            for (c, column) in self.reduced.diagonal(k).enumerate() {
                column[c] += damping * scale[c];
            }
        }
        if !self.reduced.solve(&mut self.right) {
            return false;
        }
        for (step, solution) in self.step.kept.iter_mut().zip(self.right.chunks_exact(K)) {
            step.copy_from_slice(solution);
        }
        self.substitute(at, damping).is_some()
    }

    /// Takes one entity out of the system. The right side is that of `S x = -g`, hence the signs. Returns nothing where
    /// its block is not positive definite.
    fn eliminate<const R: usize>(
        &mut self,
        e: usize,
        at: &Linearisation<E, K, R, P>,
        damping: f64,
    ) -> Option<()> {
        let members = self.starts[e]..self.starts[e + 1];
        let mut diagonal = [[0.0; E]; E];
        for j in 0..E {
            diagonal[j][j] = damping * self.scale.eliminated[e][j];
        }
        let mut gradient = [0.0; E];
        for (place, member) in members.clone().enumerate() {
            let i = self.members[member] as usize;
            let k = self.entities(i).1;
            let rows = rows(at, i, &self.gradient.own, &self.scale.own, damping)?;
            for r in 0..E {
                gradient[r] += dot(&rows.eliminated[r], &rows.residual);
                for c in 0..=r {
                    diagonal[r][c] += dot(&rows.eliminated[r], &rows.eliminated[c]);
                }
                for c in 0..K {
                    self.coupling[place][r][c] = dot(&rows.eliminated[r], &rows.kept[c]);
                }
            }
            for (c, column) in self.reduced.diagonal(k).enumerate() {
                for r in 0..K {
                    column[r] += dot(&rows.kept[r], &rows.kept[c]);
                }
                self.right[k * K + c] -= dot(&rows.kept[c], &rows.residual);
            }
        }
        let factor = Factor::new(&diagonal)?;
        self.factors[e] = factor;
        let gradient = factor.forward(gradient);
        for (place, member) in members.clone().enumerate() {
            let k = self.entities(self.members[member] as usize).1;
            factor.forward_rows(&mut self.coupling[place]);
            for c in 0..K {
                for r in 0..E {
                    self.right[k * K + c] += self.coupling[place][r][c] * gradient[r];
                }
            }
        }
        for (place_i, member_i) in members.clone().enumerate() {
            let i = self.entities(self.members[member_i] as usize).1;
            for (place_j, member_j) in members.clone().enumerate() {
                let j = self.entities(self.members[member_j] as usize).1;
                // A pair that is observed twice meets itself in both orders, which is what the product needs.
                let Some(columns) = self.reduced.columns(i, j) else { continue };
                let (left, right) = (&self.coupling[place_i], &self.coupling[place_j]);
                for (c, column) in columns.enumerate() {
                    for e in 0..E {
                        for r in 0..K {
                            column[r] -= left[e][r] * right[e][c];
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// Goes from the kept side's step to those of the eliminated side and of the own unknowns.
    fn substitute<const R: usize>(&mut self, at: &Linearisation<E, K, R, P>, damping: f64) -> Option<()> {
        for e in 0..self.factors.len() {
            let mut right = [0.0; E];
            for member in self.starts[e]..self.starts[e + 1] {
                let i = self.members[member] as usize;
                let k = self.entities(i).1;
                let rows = rows(at, i, &self.gradient.own, &self.scale.own, damping)?;
                let mut moved = rows.residual;
                add_product(&mut moved, &rows.kept, &self.step.kept[k]);
                for r in 0..E {
                    right[r] -= dot(&rows.eliminated[r], &moved);
                }
            }
            self.step.eliminated[e] = self.factors[e].backward(self.factors[e].forward(right));
        }
        for i in 0..self.step.own.len() {
            let (e, k) = self.entities(i);
            let mut moved = [0.0; R];
            add_product(&mut moved, &at.eliminated[i], &self.step.eliminated[e]);
            add_product(&mut moved, &at.kept[i], &self.step.kept[k]);
            self.step.own[i] = step(at, i, &self.gradient.own, &self.scale.own, damping, &moved)?;
        }
        Some(())
    }
}
