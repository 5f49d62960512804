//! One damped Gauss-Newton step by block elimination.
//!
//! The normal equations `(JᵀJ + λ D) δ = -Jᵀr` of bundle adjustment couple cameras only with points, so one of the two
//! sides is block diagonal and is eliminated entity by entity: with `V` the block of an eliminated entity, `W` its
//! coupling with what is kept and `V = L Lᵀ`, the kept side sees `U - Σ (L⁻¹W)ᵀ(L⁻¹W)`, the Schur complement, and the
//! right side likewise. [`Split`] says which side is which.
//!
//! A weight belongs to one observation alone and is eliminated before everything else. With `a` its column of the
//! Jacobian and `h` its damped diagonal entry, the observation's two rows are left with the metric `I - a aᵀ / h`; its
//! square root is of the same form, so the elimination replaces the rows `J` by `(I - β a aᵀ) J` and nothing downstream
//! knows that there was a weight.

use super::reduced::Reduced;
use super::small::Factor;
use crate::bundle::{Block, Bundle, Linearisation, Observation};
use crate::failure::Failure;
use crate::memory::bytes_of;

/// Which side of the problem is eliminated: its entities have `E` unknowns, those of the other side `K`.
pub(crate) trait Split<const C: usize, const E: usize, const K: usize> {
    /// What is eliminated, in the plural.
    const ELIMINATED: &'static str;
    /// The entities of an observation: the eliminated one and the kept one.
    fn entities(seen: &Observation) -> (usize, usize);
    /// The two sides' columns of a block.
    fn columns(block: &Block<C>) -> (&[[f64; 2]; E], &[[f64; 2]; K]);
    /// The two sides' parameters.
    fn parameters(bundle: &mut Bundle<C>) -> (&mut [[f64; E]], &mut [[f64; K]]);
}

/// Keeps the cameras, as is usual.
pub(crate) struct PointsEliminated;

/// Keeps the points: better where there are many cameras and few points.
pub(crate) struct CamerasEliminated;

impl<const C: usize> Split<C, 3, C> for PointsEliminated {
    const ELIMINATED: &'static str = "points";

    fn entities(seen: &Observation) -> (usize, usize) {
        (seen.point as usize, seen.camera as usize)
    }

    fn columns(block: &Block<C>) -> (&[[f64; 2]; 3], &[[f64; 2]; C]) {
        (&block.point, &block.camera)
    }

    fn parameters(bundle: &mut Bundle<C>) -> (&mut [[f64; 3]], &mut [[f64; C]]) {
        (&mut bundle.points, &mut bundle.cameras)
    }
}

impl<const C: usize> Split<C, C, 3> for CamerasEliminated {
    const ELIMINATED: &'static str = "cameras";

    fn entities(seen: &Observation) -> (usize, usize) {
        (seen.camera as usize, seen.point as usize)
    }

    fn columns(block: &Block<C>) -> (&[[f64; 2]; C], &[[f64; 2]; 3]) {
        (&block.camera, &block.point)
    }

    fn parameters(bundle: &mut Bundle<C>) -> (&mut [[f64; C]], &mut [[f64; 3]]) {
        (&mut bundle.cameras, &mut bundle.points)
    }
}

/// One number for each unknown: a gradient, a step or a scale.
#[derive(Clone, Debug)]
pub(crate) struct Unknowns<const E: usize, const K: usize> {
    /// The eliminated side.
    pub(crate) eliminated: Vec<[f64; E]>,
    /// The kept side.
    pub(crate) kept: Vec<[f64; K]>,
    /// The weights.
    pub(crate) weights: Vec<f64>,
}

impl<const E: usize, const K: usize> Unknowns<E, K> {
    /// All the numbers, always in the same order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = f64> {
        let sides = self.eliminated.iter().flatten().chain(self.kept.iter().flatten());
        sides.chain(&self.weights).copied()
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        let sides = self.eliminated.iter_mut().flatten().chain(self.kept.iter_mut().flatten());
        sides.chain(&mut self.weights)
    }

    fn clear(&mut self) {
        self.iter_mut().for_each(|v| *v = 0.0);
    }
}

/// The elimination of one side of one problem, with all the room that a step needs.
pub(crate) struct Elimination<const E: usize, const K: usize> {
    /// Where each eliminated entity's observations start in `members`.
    starts: Vec<usize>,
    /// Observations grouped by eliminated entity.
    members: Vec<u32>,
    reduced: Reduced<K>,
    factors: Vec<Factor<E>>,
    coupling: Vec<[[f64; K]; E]>,
    right: Vec<f64>,
    /// `Jᵀr`.
    pub(crate) gradient: Unknowns<E, K>,
    /// The diagonal of `JᵀJ`: Marquardt's scale, which makes damping independent of the unknowns' units.
    pub(crate) scale: Unknowns<E, K>,
    /// The last step.
    pub(crate) step: Unknowns<E, K>,
}

/// Columns that no observation moves still need something to damp.
const SMALLEST_SCALE: f64 = 1e-9;

/// An observation's rows after its weight was eliminated.
struct Rows<const E: usize, const K: usize> {
    eliminated: [[f64; 2]; E],
    kept: [[f64; 2]; K],
    residual: [f64; 2],
}

#[inline(always)]
fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

impl<const E: usize, const K: usize> Elimination<E, K> {
    /// Returns how many bytes are needed beside the reduced system; nothing where they overflow.
    pub(crate) fn bytes(
        eliminated: usize,
        kept: usize,
        observations: usize,
        weights: usize,
    ) -> Option<usize> {
        // Three vectors of all unknowns, and one of each side that a rejected step goes back to.
        let eliminated = bytes_of::<(Factor<E>, [[f64; E]; 4], usize)>(eliminated)?;
        let kept = bytes_of::<([[f64; K]; 5], [usize; 4])>(kept)?;
        let observations = bytes_of::<[u32; 2]>(observations)?.checked_add(bytes_of::<[f64; 4]>(weights)?)?;
        eliminated.checked_add(kept)?.checked_add(observations)
    }

    /// Finds the pattern of the reduced system and reserves all that steps need.
    ///
    /// # Errors
    ///
    /// When the reduced system is too large to factor.
    pub(crate) fn new<const C: usize, S: Split<C, E, K>>(bundle: &mut Bundle<C>) -> Result<Self, Failure> {
        let (eliminated, kept) = S::parameters(bundle);
        let (eliminated, kept) = (eliminated.len(), kept.len());
        let weights = bundle.weights.len();
        let entities = |i: u32| S::entities(&bundle.observations[i as usize]);
        let count = bundle.observations.len() as u32;
        let (starts, members) = group(eliminated, count, |i| entities(i).0);
        let (kept_starts, kept_members) = group(kept, count, |i| entities(i).1);

        let mut pattern = Vec::with_capacity(kept);
        let mut seen_in = vec![usize::MAX; kept];
        let mut stored = 0;
        for j in 0..kept {
            // The diagonal is there even when nothing is observed: damping stands on it.
            seen_in[j] = j;
            let mut rows = vec![j as u32];
            for &i in &kept_members[kept_starts[j]..kept_starts[j + 1]] {
                let e = entities(i).0;
                for &other in &members[starts[e]..starts[e + 1]] {
                    let row = entities(other).1;
                    if row > j && seen_in[row] != j {
                        seen_in[row] = j;
                        rows.push(row as u32);
                    }
                }
            }
            stored += rows.len();
            Reduced::<K>::admit(stored)?;
            rows.sort_unstable();
            pattern.push(rows);
        }
        let reduced = Reduced::new(&pattern)?;
        let longest = starts.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(0);
        let zero = Unknowns {
            eliminated: vec![[0.0; E]; eliminated],
            kept: vec![[0.0; K]; kept],
            weights: vec![0.0; weights],
        };
        Ok(Self {
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

    /// What is factored in each step, in words.
    pub(crate) fn describe<const C: usize, S: Split<C, E, K>>(&self) -> String {
        let (unknowns, kind) = (self.reduced.unknowns(), self.reduced.kind());
        format!("{} eliminated; {kind} reduced system of {unknowns} unknowns", S::ELIMINATED)
    }

    /// Computes gradient and scale at a new linearisation.
    pub(crate) fn linearised<const C: usize, S: Split<C, E, K>>(
        &mut self,
        observations: &[Observation],
        at: &Linearisation<C>,
    ) {
        self.gradient.clear();
        self.scale.clear();
        for (seen, (block, residual)) in observations.iter().zip(at.blocks.iter().zip(&at.residuals)) {
            let (e, k) = S::entities(seen);
            let (by_eliminated, by_kept) = S::columns(block);
            for (j, column) in by_eliminated.iter().enumerate() {
                self.gradient.eliminated[e][j] += dot(*column, *residual);
                self.scale.eliminated[e][j] += dot(*column, *column);
            }
            for (j, column) in by_kept.iter().enumerate() {
                self.gradient.kept[k][j] += dot(*column, *residual);
                self.scale.kept[k][j] += dot(*column, *column);
            }
        }
        for i in 0..self.gradient.weights.len() {
            let (column, slope) = (at.blocks[i].weight, at.weight_slopes[i]);
            self.gradient.weights[i] = dot(column, at.residuals[i]) + slope * at.weight_errors[i];
            self.scale.weights[i] = dot(column, column) + slope * slope;
        }
        self.scale.iter_mut().for_each(|s| *s = s.max(SMALLEST_SCALE));
    }

    /// The observation's rows with its weight eliminated under `damping`.
    #[inline(always)]
    fn rows<const C: usize, S: Split<C, E, K>>(
        &self,
        i: usize,
        at: &Linearisation<C>,
        damping: f64,
    ) -> Rows<E, K> {
        let (eliminated, kept) = S::columns(&at.blocks[i]);
        let mut rows = Rows { eliminated: *eliminated, kept: *kept, residual: at.residuals[i] };
        if let Some(gradient) = self.gradient.weights.get(i) {
            let a = at.blocks[i].weight;
            let h = self.weight_diagonal(i, damping);
            // I - a aᵀ / h has the root I - β a aᵀ, whose eigenvalue along `a` is `root`.
            let root = (1.0 - dot(a, a) / h).sqrt();
            let beta = 1.0 / (h * (1.0 + root));
            for column in rows.eliminated.iter_mut().chain(&mut rows.kept) {
                let along = beta * dot(a, *column);
                *column = [column[0] - along * a[0], column[1] - along * a[1]];
            }
            // What remains of the gradient is Jᵀ (r - a g / h), so the new residual is that less its inverse root.
            let pull = gradient / h;
            let left = [rows.residual[0] - pull * a[0], rows.residual[1] - pull * a[1]];
            let along = beta / root * dot(a, left);
            rows.residual = [left[0] + along * a[0], left[1] + along * a[1]];
        }
        rows
    }

    /// The damped diagonal entry of a weight; `scale` is the undamped one.
    #[inline(always)]
    fn weight_diagonal(&self, i: usize, damping: f64) -> f64 {
        self.scale.weights[i] * (1.0 + damping)
    }

    /// Solves for [`Self::step`]; tells whether the damped matrix was positive definite.
    pub(crate) fn solve<const C: usize, S: Split<C, E, K>>(
        &mut self,
        observations: &[Observation],
        at: &Linearisation<C>,
        damping: f64,
    ) -> bool {
        self.reduced.clear();
        self.right.fill(0.0);
        for e in 0..self.factors.len() {
            if !self.eliminate::<C, S>(e, observations, at, damping) {
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
        self.substitute::<C, S>(observations, at, damping);
        true
    }

    /// Takes one entity out of the system. The right side is that of `S x = -g`, hence the signs.
    fn eliminate<const C: usize, S: Split<C, E, K>>(
        &mut self,
        e: usize,
        observations: &[Observation],
        at: &Linearisation<C>,
        damping: f64,
    ) -> bool {
        let members = self.starts[e]..self.starts[e + 1];
        let mut diagonal = [[0.0; E]; E];
        for j in 0..E {
            diagonal[j][j] = damping * self.scale.eliminated[e][j];
        }
        let mut gradient = [0.0; E];
        for (place, member) in members.clone().enumerate() {
            let i = self.members[member] as usize;
            let k = S::entities(&observations[i]).1;
            let rows = self.rows::<C, S>(i, at, damping);
            for r in 0..E {
                gradient[r] += dot(rows.eliminated[r], rows.residual);
                for c in 0..=r {
                    diagonal[r][c] += dot(rows.eliminated[r], rows.eliminated[c]);
                }
                for c in 0..K {
                    self.coupling[place][r][c] = dot(rows.eliminated[r], rows.kept[c]);
                }
            }
            for (c, column) in self.reduced.diagonal(k).enumerate() {
                for r in 0..K {
                    column[r] += dot(rows.kept[r], rows.kept[c]);
                }
                self.right[k * K + c] -= dot(rows.kept[c], rows.residual);
            }
        }
        let Some(factor) = Factor::new(&diagonal) else { return false };
        self.factors[e] = factor;
        let gradient = factor.forward(gradient);
        for (place, member) in members.clone().enumerate() {
            let k = S::entities(&observations[self.members[member] as usize]).1;
            factor.forward_rows(&mut self.coupling[place]);
            for c in 0..K {
                for r in 0..E {
                    self.right[k * K + c] += self.coupling[place][r][c] * gradient[r];
                }
            }
        }
        for (place_i, member_i) in members.clone().enumerate() {
            let i = S::entities(&observations[self.members[member_i] as usize]).1;
            for (place_j, member_j) in members.clone().enumerate() {
                let j = S::entities(&observations[self.members[member_j] as usize]).1;
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
        true
    }

    /// From the kept side's step to those of the eliminated side and of the weights.
    fn substitute<const C: usize, S: Split<C, E, K>>(
        &mut self,
        observations: &[Observation],
        at: &Linearisation<C>,
        damping: f64,
    ) {
        for e in 0..self.factors.len() {
            let mut right = [0.0; E];
            for member in self.starts[e]..self.starts[e + 1] {
                let i = self.members[member] as usize;
                let k = S::entities(&observations[i]).1;
                let rows = self.rows::<C, S>(i, at, damping);
                let mut moved = rows.residual;
                for (column, step) in rows.kept.iter().zip(&self.step.kept[k]) {
                    moved[0] += column[0] * step;
                    moved[1] += column[1] * step;
                }
                for r in 0..E {
                    right[r] -= dot(rows.eliminated[r], moved);
                }
            }
            self.step.eliminated[e] = self.factors[e].backward(self.factors[e].forward(right));
        }
        for i in 0..self.step.weights.len() {
            let (e, k) = S::entities(&observations[i]);
            let (by_eliminated, by_kept) = S::columns(&at.blocks[i]);
            let mut moved = [0.0; 2];
            let eliminated = by_eliminated.iter().zip(&self.step.eliminated[e]);
            for (column, step) in eliminated.chain(by_kept.iter().zip(&self.step.kept[k])) {
                moved[0] += column[0] * step;
                moved[1] += column[1] * step;
            }
            let right = self.gradient.weights[i] + dot(at.blocks[i].weight, moved);
            self.step.weights[i] = -right / self.weight_diagonal(i, damping);
        }
    }
}

/// Groups `count` observations by entity: where each entity's run starts, and the observations in that order.
fn group(entities: usize, count: u32, entity: impl Fn(u32) -> usize) -> (Vec<usize>, Vec<u32>) {
    let mut starts = vec![0; entities + 1];
    for i in 0..count {
        starts[entity(i) + 1] += 1;
    }
    for e in 0..entities {
        starts[e + 1] += starts[e];
    }
    let mut next = starts.clone();
    let mut members = vec![0; count as usize];
    for i in 0..count {
        let slot = &mut next[entity(i)];
        members[*slot] = i;
        *slot += 1;
    }
    (starts, members)
}
