//! [`Bytes`]: states as bytes, for a file.

/// A state that can be written as bytes and read again, to the bit.
///
/// Numbers, arrays, vectors, tuples and boxes of them are; a structure of yours writes its fields one after the other:
///
/// ```
/// use retrograde_calculus::Bytes;
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Orbit {
///     time: f64,
///     places: Vec<[f64; 3]>,
/// }
///
/// impl Bytes for Orbit {
///     fn write(&self, to: &mut Vec<u8>) {
///         self.time.write(to);
///         self.places.write(to);
///     }
///     fn read(from: &mut &[u8]) -> Option<Self> {
///         Some(Orbit { time: f64::read(from)?, places: Vec::read(from)? })
///     }
/// }
///
/// let orbit = Orbit { time: 0.1, places: vec![[1.0, 0.0, -0.0]] };
/// let mut bytes = Vec::new();
/// orbit.write(&mut bytes);
/// assert_eq!(Orbit::read(&mut &bytes[..]), Some(orbit));
/// assert_eq!(Orbit::read(&mut &bytes[..20]), None);
/// ```
pub trait Bytes: Sized {
    /// Appends the bytes of the state.
    fn write(&self, to: &mut Vec<u8>);

    /// Reads a state from the start of `from`, and leaves what follows it there; nothing if these are not its bytes.
    fn read(from: &mut &[u8]) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl Bytes for $number {
            #[inline]
            fn write(&self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }
            #[inline]
            fn read(from: &mut &[u8]) -> Option<Self> {
                let (number, rest) = from.split_first_chunk()?;
                *from = rest;
                Some(<$number>::from_le_bytes(*number))
            }
        }
    )* };
}
numbers!(f32 f64 i8 i16 i32 i64 i128 u8 u16 u32 u64 u128);

impl Bytes for usize {
    fn write(&self, to: &mut Vec<u8>) {
        (*self as u64).write(to);
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        u64::read(from)?.try_into().ok()
    }
}

impl<const F: u32> Bytes for retrograde::Fixed<F> {
    fn write(&self, to: &mut Vec<u8>) {
        self.to_bits().write(to);
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        i64::read(from).map(Self::from_bits)
    }
}

impl Bytes for crate::Exact<f64> {
    fn write(&self, to: &mut Vec<u8>) {
        self.to_digits().write(to);
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        Bytes::read(from).map(Self::from_digits)
    }
}

impl<S: Bytes, const N: usize> Bytes for [S; N] {
    fn write(&self, to: &mut Vec<u8>) {
        self.iter().for_each(|s| s.write(to));
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        let all: Option<Vec<S>> = (0..N).map(|_| S::read(from)).collect();
        all?.try_into().ok()
    }
}

impl<S: Bytes> Bytes for Vec<S> {
    fn write(&self, to: &mut Vec<u8>) {
        self.len().write(to);
        self.iter().for_each(|s| s.write(to));
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        let count = usize::read(from)?;
        (0..count).map(|_| S::read(from)).collect()
    }
}

impl<S: Bytes> Bytes for Box<S> {
    fn write(&self, to: &mut Vec<u8>) {
        (**self).write(to);
    }
    fn read(from: &mut &[u8]) -> Option<Self> {
        S::read(from).map(Box::new)
    }
}

macro_rules! tuples {
    ($(($($S:ident $s:ident),+))*) => { $(
        impl<$($S: Bytes),+> Bytes for ($($S,)+) {
            fn write(&self, to: &mut Vec<u8>) {
                let ($($s,)+) = self;
                $($s.write(to);)+
            }
            fn read(from: &mut &[u8]) -> Option<Self> {
                Some(($($S::read(from)?,)+))
            }
        }
    )* };
}
tuples! { (A a) (A a, B b) (A a, B b, C c) (A a, B b, C c, D d) }
