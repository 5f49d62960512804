//! [`Manner`]: the strategy of a descent.

/// The strategy of a descent.
///
/// No strategy is best everywhere, so [`LevenbergMarquardt`](crate::LevenbergMarquardt) tries all three by default: a
/// bold first step may leap over a narrow valley onto a plateau (NIST's BoxBOD from its first start needs `Leashed`),
/// and scales that only grow may slow down a descent from a start where the model is steep (MGH10 from its first
/// start needs scales that shrink).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// Scales only grow (Moré 1978), steps are bent along the geodesic (Transtrum and Sethna 2012), first damping 10⁻².
    Growing,
    /// Scales are the current columns' norms, steps are bent along the geodesic, first damping 1.
    Rescaled,
    /// Scales are the current columns' norms, first damping 10⁻⁸; no step changes a parameter by more than its own
    /// size.
    Leashed,
}

impl Manner {
    /// All manners, in the order in which they are tried.
    pub const ALL: [Manner; 3] = [Manner::Growing, Manner::Rescaled, Manner::Leashed];

    pub(super) fn setting(self) -> Setting {
        match self {
            Manner::Growing => Setting { damping: 1e-2, forgets: false, bends: true, leashed: false },
            Manner::Rescaled => Setting { damping: 1.0, forgets: true, bends: true, leashed: false },
            Manner::Leashed => Setting { damping: 1e-8, forgets: true, bends: false, leashed: true },
        }
    }
}

/// The settings of a manner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    /// The first damping.
    pub(super) damping: f64,
    /// True if scales shrink with the columns of the Jacobian.
    pub(super) forgets: bool,
    /// True if steps are bent along the geodesic.
    pub(super) bends: bool,
    /// True if no step may change a parameter by more than its own size.
    pub(super) leashed: bool,
}
