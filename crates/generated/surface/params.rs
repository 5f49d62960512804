//! The parameters that a program may have: their declarations, and the arguments for a test.
//!
//! `T` denotes the real type everywhere; in a program that is not generic it is replaced.

/// The way in which a value is passed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    Mutable,
    Shared,
    Value,
}

/// One kind of parameter. In the texts, `$` stands for the name, and each `#` for another number.
pub(crate) struct Kind {
    pub(crate) ty: &'static str,
    pub(crate) attribute: &'static str,
    pub(crate) passing: Passing,
    /// The type of the value, and the value itself.
    pub(crate) owned: &'static str,
    pub(crate) made: &'static str,
    /// Has a cotangent.
    pub(crate) active: bool,
    /// Distinct places of a number.
    pub(crate) reals: &'static [&'static str],
    /// Arrays of at least three numbers.
    pub(crate) arrays: &'static [&'static str],
    /// Exact values that count.
    pub(crate) counts: &'static [&'static str],
}

impl Kind {
    pub(crate) fn is_state(&self) -> bool {
        self.passing == Passing::Mutable
    }
}

const NONE: Kind = Kind {
    ty: "",
    attribute: "",
    passing: Passing::Shared,
    owned: "",
    made: "",
    active: true,
    reals: &[],
    arrays: &[],
    counts: &[],
};

const PARTICLE: &str = "Particle { at: [#, #], mass: #, tag: 4 }";
const TWO: &str = "vec![Particle { at: [#, #], mass: #, tag: 4 }, Particle { at: [#, #], mass: #, tag: -1 }]";
const LAYER: &str = "Layer { weights: vec![#, #, #], shift: #, steps: 2 }";

/// State of every program: numbers to add to.
pub(crate) const FIRST: Kind = Kind {
    ty: "&mut [T; 4]",
    passing: Passing::Mutable,
    owned: "[T; 4]",
    made: "[#, #, #, #]",
    reals: &["$[0]", "$[1]", "$[2]", "$[3]"],
    arrays: &["$"],
    ..NONE
};

/// An input of every program.
pub(crate) const SECOND: Kind = Kind {
    ty: "&[T]",
    owned: "Vec<T>",
    made: "vec![#, #, #, #]",
    reals: &["$[0]", "$[1]", "$[2]"],
    arrays: &["$"],
    ..NONE
};

pub(crate) const STATE: &[Kind] = &[
    Kind { ty: "&mut T", passing: Passing::Mutable, owned: "T", made: "#", reals: &["*$"], ..NONE },
    Kind {
        ty: "&mut [T]",
        passing: Passing::Mutable,
        owned: "Vec<T>",
        made: "vec![#, #, #, #]",
        reals: &["$[0]", "$[1]", "$[2]", "$[3]"],
        arrays: &["$"],
        ..NONE
    },
    Kind {
        ty: "&mut Vec<T>",
        passing: Passing::Mutable,
        owned: "Vec<T>",
        made: "vec![#, #, #]",
        reals: &["$[0]", "$[2]"],
        arrays: &["$"],
        ..NONE
    },
    Kind {
        ty: "&mut Particle<T>",
        passing: Passing::Mutable,
        owned: "Particle<T>",
        made: PARTICLE,
        reals: &["$.mass", "$.at[1]"],
        ..NONE
    },
    Kind {
        ty: "&mut [Particle<T>]",
        passing: Passing::Mutable,
        owned: "Vec<Particle<T>>",
        made: TWO,
        reals: &["$[0].mass", "$[1].at[0]"],
        ..NONE
    },
    Kind {
        ty: "&mut Layer<T>",
        passing: Passing::Mutable,
        owned: "Layer<T>",
        made: LAYER,
        reals: &["$.shift", "$.weights[1]"],
        arrays: &["$.weights"],
        ..NONE
    },
    Kind {
        ty: "&mut (T, [T; 2])",
        passing: Passing::Mutable,
        owned: "(T, [T; 2])",
        made: "(#, [#, #])",
        reals: &["$.0", "$.1[1]"],
        ..NONE
    },
    Kind {
        ty: "&mut [[T; 2]; 3]",
        passing: Passing::Mutable,
        owned: "[[T; 2]; 3]",
        made: "[[#, #], [#, #], [#, #]]",
        reals: &["$[0][1]", "$[2][0]"],
        ..NONE
    },
    Kind {
        ty: "&mut BTreeMap<i64, T>",
        passing: Passing::Mutable,
        owned: "BTreeMap<i64, T>",
        made: "BTreeMap::from([(1, #), (5, #)])",
        reals: &["$[&1]", "$[&5]"],
        ..NONE
    },
    Kind {
        ty: "&mut Complex<T>",
        passing: Passing::Mutable,
        owned: "Complex<T>",
        made: "Complex::new(#, #)",
        reals: &["$.re"],
        ..NONE
    },
];

pub(crate) const INPUT: &[Kind] = &[
    Kind { ty: "T", passing: Passing::Value, owned: "T", made: "#", reals: &["$"], ..NONE },
    Kind { ty: "&T", owned: "T", made: "#", reals: &["*$"], ..NONE },
    Kind {
        ty: "&[T; 3]",
        owned: "[T; 3]",
        made: "[#, #, #]",
        reals: &["$[0]", "$[2]"],
        arrays: &["$"],
        ..NONE
    },
    Kind {
        ty: "&[Vec<T>]",
        owned: "Vec<Vec<T>>",
        made: "vec![vec![#, #, #], vec![#, #, #]]",
        reals: &["$[1][2]"],
        arrays: &["$[0]"],
        ..NONE
    },
    Kind { ty: "&Particle<T>", owned: "Particle<T>", made: PARTICLE, reals: &["$.mass", "$.at[0]"], ..NONE },
    Kind {
        ty: "&[Particle<T>]",
        owned: "Vec<Particle<T>>",
        made: TWO,
        reals: &["$[1].mass", "$[0].at[1]"],
        ..NONE
    },
    Kind {
        ty: "&Layer<T>",
        owned: "Layer<T>",
        made: LAYER,
        reals: &["$.shift"],
        arrays: &["$.weights"],
        ..NONE
    },
    Kind {
        ty: "&BTreeMap<i64, T>",
        owned: "BTreeMap<i64, T>",
        made: "BTreeMap::from([(1, #), (5, #)])",
        reals: &["$[&5]"],
        ..NONE
    },
    Kind {
        ty: "&Complex<T>",
        owned: "Complex<T>",
        made: "Complex::new(#, #)",
        reals: &["$.im", "$.norm()"],
        ..NONE
    },
    Kind { ty: "(T, T)", passing: Passing::Value, owned: "(T, T)", made: "(#, #)", reals: &["$.1"], ..NONE },
    Kind {
        ty: "&[T]",
        attribute: "#[inactive] ",
        owned: "Vec<T>",
        made: "vec![#, #, #]",
        active: false,
        reals: &["$[1]"],
        arrays: &["$"],
        ..NONE
    },
    Kind {
        ty: "T",
        attribute: "#[inactive] ",
        passing: Passing::Value,
        owned: "T",
        made: "#",
        active: false,
        reals: &["$"],
        ..NONE
    },
];

/// Parameters without numbers: read, or changed exactly.
pub(crate) const EXACT: &[Kind] = &[
    Kind {
        ty: "usize",
        passing: Passing::Value,
        owned: "usize",
        made: "2",
        active: false,
        counts: &["$"],
        ..NONE
    },
    Kind {
        ty: "&[usize]",
        owned: "Vec<usize>",
        made: "vec![2, 0, 1]",
        active: false,
        counts: &["$[0]", "$.len()"],
        ..NONE
    },
    Kind { ty: "&mut usize", passing: Passing::Mutable, owned: "usize", made: "1", active: false, ..NONE },
    Kind {
        ty: "bool",
        passing: Passing::Value,
        owned: "bool",
        made: "true",
        active: false,
        counts: &["($ as usize)"],
        ..NONE
    },
];
