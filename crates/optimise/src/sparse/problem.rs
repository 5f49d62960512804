//! [`Observations`]: residuals that couple two sides, and the [`Block`] of the Jacobian that each of them has.

/// Residuals of which each depends on one entity of either side: on one of `first`, which have `A` unknowns each, and on one
/// of `second`, which have `B`.
///
/// In bundle adjustment these are cameras and points, in a survey stations and marks, in a matrix factorisation rows and
/// columns. Every observation has `R` residuals. It may have `P` *own* unknowns that no other observation sees, a weight for
/// example, with as many residuals of their own: their [`prior`](Self::prior).
pub trait Observations<const A: usize, const B: usize, const R: usize, const P: usize = 0> {
    /// Returns the number of observations.
    fn count(&self) -> usize;

    /// Returns which entities observation `i` is of: the number of one of the first side, and of one of the second.
    fn pair(&self, i: usize) -> (usize, usize);

    /// Returns the residuals of observation `i`. One that is not finite says that there is no value here: the solver
    /// then takes a shorter step.
    fn residual(&self, i: usize, first: &[f64; A], second: &[f64; B], own: &[f64; P]) -> [f64; R];

    /// Returns the residuals of observation `i`, and writes their derivatives to `block`, which is zero before.
    fn linearise(
        &self,
        i: usize,
        first: &[f64; A],
        second: &[f64; B],
        own: &[f64; P],
        block: &mut Block<A, B, R, P>,
    ) -> [f64; R];

    /// Writes the residuals of all observations, where the unknowns of all entities are given; `own` may be empty where `P` is zero.
    ///
    /// Write it where all at once are faster than one after the other; it must return what [`residual`](Self::residual) returns, up
    /// to rounding.
    fn residuals(
        &self,
        first: &[[f64; A]],
        second: &[[f64; B]],
        own: &[[f64; P]],
        residuals: &mut [[f64; R]],
    ) {
        for (i, residual) in residuals.iter_mut().enumerate() {
            let (a, b) = self.pair(i);
            *residual = self.residual(i, &first[a], &second[b], &own_of(own, i));
        }
    }

    /// Writes the residuals of all observations and their derivatives: [`linearise`](Self::linearise) as
    /// [`residuals`](Self::residuals) is to [`residual`](Self::residual).
    fn linearise_all(
        &self,
        first: &[[f64; A]],
        second: &[[f64; B]],
        own: &[[f64; P]],
        out: Derivatives<'_, A, B, R, P>,
    ) {
        for (i, residual) in out.residuals.iter_mut().enumerate() {
            let (a, b) = self.pair(i);
            // Filled in registers and stored once: a sweep adds, and sums in memory cost more than sums in registers.
            let mut filled = Block::ZERO;
            *residual = self.linearise(i, &first[a], &second[b], &own_of(own, i), &mut filled);
            (out.first[i], out.second[i], out.own[i]) = (filled.first, filled.second, filled.own);
        }
    }

    /// Returns the residuals of the own unknowns of observation `i` by themselves; zero unless it is written.
    fn prior(&self, i: usize, own: &[f64; P]) -> [f64; P] {
        let _ = (i, own);
        [0.0; P]
    }

    /// Returns the residuals of [`prior`](Self::prior) and their Jacobian by columns: `jacobian[j][r] = ∂r/∂own[j]`.
    fn linearise_prior(&self, i: usize, own: &[f64; P]) -> ([f64; P], [[f64; P]; P]) {
        (self.prior(i, own), [[0.0; P]; P])
    }
}

/// The Jacobian of one observation's residuals, column by column: `first[j] = [∂r_0/∂first_j, ∂r_1/∂first_j, …]`.
///
/// This is the layout in which a sweep with one cotangent for each residual leaves it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block<const A: usize, const B: usize, const R: usize, const P: usize = 0> {
    /// Columns of the entity of the first side.
    pub first: [[f64; R]; A],
    /// Columns of the entity of the second side.
    pub second: [[f64; R]; B],
    /// Columns of the observation's own unknowns.
    pub own: [[f64; R]; P],
}

impl<const A: usize, const B: usize, const R: usize, const P: usize> Block<A, B, R, P> {
    /// The block that a sweep adds to. Minus zero is the neutral element of addition, so the compiler drops the sums.
    pub const ZERO: Self = Self { first: [[-0.0; R]; A], second: [[-0.0; R]; B], own: [[-0.0; R]; P] };
}

/// Residuals and Jacobian of all observations, which a problem writes. All slices have an entry for each observation.
#[derive(Debug)]
pub struct Derivatives<'a, const A: usize, const B: usize, const R: usize, const P: usize = 0> {
    /// The residuals.
    pub residuals: &'a mut [[f64; R]],
    /// Columns of the entities of the first side: `first[i][j][r] = ∂r/∂first_j` of observation `i`.
    pub first: &'a mut [[[f64; R]; A]],
    /// Columns of the entities of the second side.
    pub second: &'a mut [[[f64; R]; B]],
    /// Columns of the observations' own unknowns.
    pub own: &'a mut [[[f64; R]; P]],
}

/// Returns the own unknowns of an observation; the list may be empty.
fn own_of<const P: usize>(own: &[[f64; P]], i: usize) -> [f64; P] {
    own.get(i).copied().unwrap_or([0.0; P])
}

/// All unknowns: what a solver starts from and changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unknowns<const A: usize, const B: usize, const P: usize = 0> {
    /// Those of the first side, entity by entity.
    pub first: Vec<[f64; A]>,
    /// Those of the second side, entity by entity.
    pub second: Vec<[f64; B]>,
    /// The observations' own, one array an observation; may be empty where `P` is zero.
    pub own: Vec<[f64; P]>,
}

/// Exchanges the sides of the observations.
pub(super) struct Exchanged<'a, O>(pub(super) &'a O);

impl<const A: usize, const B: usize, const R: usize, const P: usize, O: Observations<A, B, R, P>>
    Observations<B, A, R, P> for Exchanged<'_, O>
{
    fn count(&self) -> usize {
        self.0.count()
    }

    fn pair(&self, i: usize) -> (usize, usize) {
        let (first, second) = self.0.pair(i);
        (second, first)
    }

    #[inline(always)]
    fn residual(&self, i: usize, first: &[f64; B], second: &[f64; A], own: &[f64; P]) -> [f64; R] {
        self.0.residual(i, second, first, own)
    }

    #[inline(always)]
    fn linearise(
        &self,
        i: usize,
        first: &[f64; B],
        second: &[f64; A],
        own: &[f64; P],
        block: &mut Block<B, A, R, P>,
    ) -> [f64; R] {
        let mut filled = Block::ZERO;
        let residual = self.0.linearise(i, second, first, own, &mut filled);
        *block = Block { first: filled.second, second: filled.first, own: filled.own };
        residual
    }

    fn residuals(
        &self,
        first: &[[f64; B]],
        second: &[[f64; A]],
        own: &[[f64; P]],
        residuals: &mut [[f64; R]],
    ) {
        self.0.residuals(second, first, own, residuals);
    }

    fn linearise_all(
        &self,
        first: &[[f64; B]],
        second: &[[f64; A]],
        own: &[[f64; P]],
        out: Derivatives<'_, B, A, R, P>,
    ) {
        let Derivatives { residuals, first: of_first, second: of_second, own: of_own } = out;
        let out = Derivatives { residuals, first: of_second, second: of_first, own: of_own };
        self.0.linearise_all(second, first, own, out);
    }

    fn prior(&self, i: usize, own: &[f64; P]) -> [f64; P] {
        self.0.prior(i, own)
    }

    fn linearise_prior(&self, i: usize, own: &[f64; P]) -> ([f64; P], [[f64; P]; P]) {
        self.0.linearise_prior(i, own)
    }
}
