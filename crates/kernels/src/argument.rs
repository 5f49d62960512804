//! Arguments of programs: numbers, slices of the caller's, which are copied there and back, and buffers on the device.

use crate::device::{Buffer, Device};
use bytemuck::{NoUninit, Pod};

/// A type of numbers that the text knows.
pub trait Element: NoUninit {
    #[doc(hidden)]
    const TAG: &'static str;
    #[doc(hidden)]
    const COUNT: usize = 1;
}

macro_rules! elements {
    ($($ty:ty = $tag:literal)*) => { $(impl Element for $ty { const TAG: &'static str = $tag; })* };
}
elements! {
    f64 = "f64" f32 = "f32" u64 = "u64" usize = "u64" i64 = "i64" isize = "i64" u32 = "u32" i32 = "i32"
    u16 = "u16" i16 = "i16" u8 = "u8" i8 = "i8" bool = "u8"
}
impl<T: Element + Pod, const N: usize> Element for [T; N] {
    const TAG: &'static str = T::TAG;
    const COUNT: usize = N * T::COUNT;
}

/// An argument that is given for one parameter.
#[doc(hidden)]
#[derive(Debug)]
pub struct Given<'a> {
    pub(crate) tag: &'static str,
    /// The number of numbers; none for a value.
    pub(crate) count: Option<u64>,
    pub(crate) changes: bool,
    pub(crate) content: Content<'a>,
    /// For each instance of a batch, the number of its row.
    pub(crate) rows: Option<Box<Given<'a>>>,
}

impl Given<'_> {
    /// Takes an integer that is passed by value as one of another type, if it is one there: a literal has a type of its own.
    pub(crate) fn as_integer(&mut self, leaf: &'static str) {
        let Content::Value(bits) = self.content else { return };
        let Some((signed, size)) = integer(self.tag) else { return };
        let Some((to_signed, to_size)) = integer(leaf) else { return };
        let unused = 64 - size;
        let value = if signed { i128::from((bits << unused) as i64 >> unused) } else { i128::from(bits) };
        let (least, most) = match to_signed {
            true => (-(1i128 << (to_size - 1)), (1i128 << (to_size - 1)) - 1),
            false => (0, (1i128 << to_size) - 1),
        };
        if (least..=most).contains(&value) {
            self.content = Content::Value(value as u64);
            self.tag = leaf;
        }
    }
}

/// True for a signed integer, and its bits.
fn integer(tag: &str) -> Option<(bool, u32)> {
    let size = tag.get(1..)?.parse().ok()?;
    match tag.as_bytes().first()? {
        b'i' => Some((true, size)),
        b'u' => Some((false, size)),
        _ => None,
    }
}

#[derive(Debug)]
pub(crate) enum Content<'a> {
    /// The bits of a value.
    Value(u64),
    /// Numbers of the caller's.
    Read(&'a [u8]),
    /// Numbers of the caller's that the program changes.
    Change(&'a mut [u8]),
    /// Numbers on the device.
    Device(u64),
    /// Numbers on another device.
    Elsewhere,
}

/// An argument of a program.
pub trait Argument<'a> {
    #[doc(hidden)]
    fn given(self, device: &Device) -> Given<'a>;
}

macro_rules! values {
    ($($ty:ty)*) => { $(
        impl<'a> Argument<'a> for $ty {
            fn given(self, _: &Device) -> Given<'a> {
                let mut bits = [0; 8];
                bits[..size_of::<$ty>()].copy_from_slice(bytemuck::bytes_of(&self));
                Given { tag: <$ty>::TAG, count: None, changes: false, content: Content::Value(u64::from_le_bytes(bits)), rows: None }
            }
        }
        impl<'a> Argument<'a> for &$ty {
            fn given(self, device: &Device) -> Given<'a> {
                (*self).given(device)
            }
        }
        impl<'a> Argument<'a> for &'a mut $ty {
            fn given(self, device: &Device) -> Given<'a> {
                std::slice::from_mut(self).given(device)
            }
        }
    )* };
}
values! { f64 f32 u64 usize i64 isize u32 i32 u16 i16 u8 i8 }

impl<'a> Argument<'a> for bool {
    fn given(self, device: &Device) -> Given<'a> {
        u8::from(self).given(device)
    }
}

impl<'a, T: Element> Argument<'a> for &'a [T] {
    fn given(self, _: &Device) -> Given<'a> {
        Given {
            tag: T::TAG,
            count: Some((self.len() * T::COUNT) as u64),
            changes: false,
            content: Content::Read(bytemuck::cast_slice(self)),
            rows: None,
        }
    }
}

impl<'a, T: Element + Pod> Argument<'a> for &'a mut [T] {
    fn given(self, _: &Device) -> Given<'a> {
        Given {
            tag: T::TAG,
            count: Some((self.len() * T::COUNT) as u64),
            changes: true,
            content: Content::Change(bytemuck::cast_slice_mut(self)),
            rows: None,
        }
    }
}

impl<'a, T: Element> Argument<'a> for &'a Vec<T> {
    fn given(self, device: &Device) -> Given<'a> {
        self[..].given(device)
    }
}

impl<'a, T: Element + Pod> Argument<'a> for &'a mut Vec<T> {
    fn given(self, device: &Device) -> Given<'a> {
        (&mut self[..]).given(device)
    }
}

impl<'a, T: Element, const N: usize> Argument<'a> for &'a [T; N] {
    fn given(self, device: &Device) -> Given<'a> {
        self[..].given(device)
    }
}

impl<'a, T: Element + Pod, const N: usize> Argument<'a> for &'a mut [T; N] {
    fn given(self, device: &Device) -> Given<'a> {
        (&mut self[..]).given(device)
    }
}

impl<T: Element + Pod> Buffer<T> {
    fn as_given<'a>(&self, changes: bool, device: &Device) -> Given<'a> {
        let content = match self.is_on(device) {
            true => Content::Device(self.memory.address),
            false => Content::Elsewhere,
        };
        Given { tag: T::TAG, count: Some((self.len() * T::COUNT) as u64), changes, content, rows: None }
    }
}

impl<'a, T: Element + Pod> Argument<'a> for &'a Buffer<T> {
    fn given(self, device: &Device) -> Given<'a> {
        self.as_given(false, device)
    }
}

impl<'a, T: Element + Pod> Argument<'a> for &'a mut Buffer<T> {
    fn given(self, device: &Device) -> Given<'a> {
        self.as_given(true, device)
    }
}

/// The arguments of a program, in a tuple.
pub trait Arguments<'a> {
    #[doc(hidden)]
    fn all(self, device: &Device) -> Vec<Given<'a>>;
}

macro_rules! tuples {
    ($($first:ident $($rest:ident)*)?) => { $(
        impl<'a, $first: Argument<'a> $(, $rest: Argument<'a>)*> Arguments<'a> for ($first, $($rest,)*) {
            fn all(self, device: &Device) -> Vec<Given<'a>> {
                #[allow(non_snake_case)]
                let ($first, $($rest,)*) = self;
                vec![$first.given(device) $(, $rest.given(device))*]
            }
        }
        tuples!($($rest)*);
    )? };
}
tuples!(A B C D E F G H I J K L M N O P Q R S U V W X Y);
