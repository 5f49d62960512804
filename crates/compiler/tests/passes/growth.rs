//! The time and the memory of the compiler grow linearly with the number of statements, and its recursion fits on the stack of
//! rustc.
//!
//! Nothing here is timed: allocations are counted, and the depth of the stack is read at each allocation.

#![allow(unsafe_code)]

use proc_macro2::TokenStream;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts for each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static LOWEST: Cell<usize> = const { Cell::new(usize::MAX) };
}

// SAFETY: everything is handed on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|n| n.set(n.get() + 1));
        let here = 0_u8;
        LOWEST.with(|lowest| lowest.set(lowest.get().min((&raw const here) as usize)));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: it was allocated by `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The cost of compiling a function.
#[derive(Clone, Debug)]
struct Cost {
    /// How often something was allocated.
    allocations: u64,
    /// Bytes of stack.
    stack: usize,
    /// Bytes of emitted text.
    emitted: usize,
    /// The first message, where the function is refused.
    refused: Option<String>,
}

fn cost(source: String) -> Cost {
    cost_of(retrograde_compiler::reversible, source)
}

fn cost_of(attribute: fn(TokenStream, TokenStream) -> TokenStream, source: String) -> Cost {
    let run = move || {
        let item: TokenStream = source.parse().expect("tokens");
        let here = 0_u8;
        ALLOCATIONS.set(0);
        LOWEST.set(usize::MAX);
        let emitted = attribute(TokenStream::new(), item);
        let (allocations, lowest) = (ALLOCATIONS.get(), LOWEST.get());
        let stack = (&raw const here) as usize - lowest;
        let emitted = emitted.to_string();
        let refused =
            emitted.split("compile_error ! { \"").nth(1).filter(|text| !text.starts_with("fn gradient"));
        let refused = refused.map(|text| text.chars().take(400).collect());
        Cost { allocations, stack, emitted: emitted.len(), refused }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(run).expect("a thread");
    thread.join().expect("no panic")
}

/// Twice as many statements cost twice as much, beyond what a small program costs.
fn grows(make: impl Fn(usize) -> String, sizes: [usize; 3]) {
    grows_by(2.3, make, sizes);
}

/// Twice the depth costs up to four times as much, since each level is analysed with all levels inside. Depth is limited, so a
/// program costs a bounded amount for each of its statements.
fn deepens(make: impl Fn(usize) -> String, sizes: [usize; 3]) {
    grows_by(3.7, make, sizes);
}

/// Asserts that programs are accepted, and that twice the size costs at most some times as much.
fn grows_by(most: f64, make: impl Fn(usize) -> String, sizes: [usize; 3]) {
    let [a, b, c] = sizes.map(|n| {
        let cost = cost(make(n));
        assert_eq!(cost.refused, None, "{n}");
        cost
    });
    let ratio = |of: fn(&Cost) -> u64| (of(&c) - of(&b)) as f64 / (of(&b) - of(&a)) as f64;
    let (work, size) = (ratio(|cost| cost.allocations), ratio(|cost| cost.emitted as u64));
    assert!(work < most, "allocations grow {work} times: {a:?}, {b:?}, {c:?}");
    assert!(size < 2.3, "what is emitted grows {size} times: {a:?}, {b:?}, {c:?}");
}

/// `n` times a text in which `#` is the number.
fn times(n: usize, text: &str) -> String {
    (0..n).map(|i| text.replace('#', &i.to_string())).collect()
}

#[test]
fn chains_of_branches() {
    let value = |n| {
        let arms = times(n, "if n == # { x * #.5 } else ");
        format!("fn f(y: &mut f64, x: f64, n: usize) {{ *y += {arms} {{ x }}; }}")
    };
    deepens(value, [20, 40, 80]);
    let with_locals = |n| {
        let arms = times(n, "if n == # { let t = x.sin(); t * #.5 } else ");
        format!("fn f(x: f64, n: usize) -> f64 {{ {arms} {{ x }} }}")
    };
    deepens(with_locals, [20, 40, 80]);
    let exact = |n| {
        let arms = times(n, "if n == # { n + # } else ");
        format!(
            "fn f(y: &mut f64, x: f64, n: usize) {{ let k: usize = {arms} {{ 1 }}; if k > 5 {{ *y += x; }} }}"
        )
    };
    deepens(exact, [20, 40, 80]);
    let statements = |n| {
        let arms = times(n, "if n == # { *y += x * #.5; } else ");
        format!("fn f(y: &mut f64, x: f64, n: usize) {{ {arms} {{ *y += x; }} }}")
    };
    deepens(statements, [20, 40, 80]);
}

/// The sizes that took minutes once.
#[test]
fn long_chains_and_many_of_them() {
    let value = |n| {
        let arms = times(n, "if n == # { x * #.5 } else ");
        format!("fn f(x: f64, n: usize) -> f64 {{ {arms} {{ x }} }}")
    };
    deepens(value, [60, 120, 240]);
    let statements = |n| {
        let arms =
            times(n, "if n > # { *y += x * #.5; } else if n == # { *y -= x; } else { *y += x.sin(); }");
        format!("fn f(y: &mut f64, x: f64, n: usize) {{ {arms} }}")
    };
    grows(statements, [200, 400, 800]);
    let locals = |n| {
        let arms = times(n, "let t# = if n > # { x * #.5 } else { x.sin() }; *y += t# * t#;");
        format!("fn f(y: &mut f64, x: f64, n: usize) {{ {arms} }}")
    };
    grows(locals, [100, 200, 400]);
}

#[test]
fn blocks_in_blocks() {
    for (open, sizes) in [
        ("if n > # { *y += x.cos(); ", [20, 40, 80]),
        ("if n > # { let t# = x * #.5; *y += t# * t#; ", [20, 40, 80]),
        ("for i# in 0..n { *y += x * #.5; ", [20, 40, 80]),
    ] {
        let nested = |n: usize| {
            let close = "}".repeat(n);
            format!("fn f(y: &mut f64, x: f64, n: usize) {{ {} *y += x * x; {close} }}", times(n, open))
        };
        deepens(nested, sizes);
    }
}

#[test]
fn long_programs() {
    let statements = |n| format!("fn f(y: &mut f64, x: f64) {{ {} }}", times(n, "*y += x.sin() * #.5;"));
    grows(statements, [50, 100, 200]);
    let locals = |n| {
        let locals = times(n, "let t# = x * #.5; *y += t# * t#;");
        format!("fn f(y: &mut f64, x: f64) {{ {locals} }}")
    };
    grows(locals, [50, 100, 200]);
}

/// Each level of routines that are undone doubles the program, so there is a limit.
#[test]
fn routines_in_routines() {
    let routines = |n: usize| {
        let undone: String = (0..n).rev().map(|i| format!("}} undo!('r{i});")).collect();
        format!("fn f(y: &mut f64, x: f64) {{ {} *y += x * x; {undone} }}", times(n, "'r#: { "))
    };
    assert_eq!(cost(routines(6)).refused, None);
    for n in [7, 10, 40] {
        let refused = cost(routines(n)).refused.unwrap_or_default();
        assert!(refused.contains("R11") && refused.contains("doubles the runs"), "{refused}");
    }
    let blocks = |n: usize| {
        format!("fn f(y: &mut f64, x: f64) {{ {} *y += x; {} }}", times(n, "undo! { "), "} ".repeat(n))
    };
    assert_eq!(cost(blocks(6)).refused, None);
    assert!(cost(blocks(40)).refused.unwrap_or_default().contains("R11"));
}

/// Most of the stack that rustc has.
const STACK: usize = 5 << 20;

/// A kind of programs by its name, and the program of each size.
type Kind = (&'static str, fn(usize) -> String);

/// Programs of any size, by name.
const DEEP: &[Kind] = &[
    ("sum", |n| valued(&joined(n, "x * #.5", " + "))),
    ("difference", |n| valued(&joined(n, "x.sin()", " - "))),
    ("product", |n| valued(&joined(n, "x", " * "))),
    ("sum in a sum", |n| valued(&format!("({}) * x", joined(n, "x", " + ")))),
    ("methods", |n| valued(&format!("x{}", ".sin()".repeat(n)))),
    ("powers", |n| valued(&format!("x{}", ".powi(2)".repeat(n)))),
    ("parentheses", |n| valued(&nested(n, "(", "x", ")"))),
    ("sums in parentheses", |n| valued(&nested(n, "(1.0 + ", "x", ")"))),
    ("products in parentheses", |n| valued(&nested(n, "(", "x", " * x + 1.0)"))),
    ("long sums in parentheses", |n| {
        valued(&nested(n / 30, "(1.0 + ", "x", &format!("{})", " + x".repeat(30))))
    }),
    ("signs", |n| valued(&nested(n, "-", "x", ""))),
    ("nots", |n| format!("fn f(y: &mut f64, x: f64, c: bool) {{ if {}c {{ *y += x; }} }}", "!".repeat(n))),
    ("references", |n| format!("fn f(y: &mut f64, x: f64) {{ g(y, {}x); }}", "&".repeat(n))),
    ("calls", |n| valued(&nested(n, "g(", "x", ")"))),
    ("conditions", |n| {
        format!("fn f(y: &mut f64, x: f64) {{ if {} {{ *y += x; }} }}", joined(n, "x > #.5", " && "))
    }),
    ("indices", |n| {
        format!("fn f(y: &mut f64, x: &[f64], i: usize) {{ *y += x[{}]; }}", joined(n, "i", " + "))
    }),
    ("indices in indices", |n| {
        format!("fn f(y: &mut f64, x: &[f64], i: &[usize]) {{ *y += x[{}]; }}", nested(n, "i[", "0", "]"))
    }),
    ("exact sums", |n| {
        format!(
            "fn f(y: &mut f64, x: &[f64], i: usize) {{ let k: usize = {}; *y += x[k]; }}",
            joined(n, "i", " + ")
        )
    }),
    ("macros", |n| format!("fn f(y: &mut [f64], x: &[f64]) {{ each!(y += {}); }}", joined(n, "x", " + "))),
    ("branches", |n| {
        format!(
            "fn f(y: &mut f64, x: f64, n: usize) {{ {} {{ *y += x; }} }}",
            times(n, "if n == # { *y += x; } else ")
        )
    }),
    ("values of branches", |n| valued(&format!("{} {{ x }}", times(n, "if x > #.5 { x * #.5 } else ")))),
    ("blocks", |n| {
        format!("fn f(y: &mut f64, x: f64, n: usize) {{ {} }}", nested(n, "if n > 1 { ", "*y += x;", " }"))
    }),
    ("loops", |n| {
        format!(
            "fn f(y: &mut f64, x: f64, n: usize) {{ {} }}",
            nested(n, "for _ in 0..n { ", "*y += x;", " }")
        )
    }),
    ("groups", |n| format!("fn f(y: &mut f64, x: f64) {{ {} }}", nested(n, "{", "*y += x;", "}"))),
    ("arrays", |n| format!("fn f(y: &mut f64, x: f64) {{ let a = {}; *y += x; }}", nested(n, "[", "x", "]"))),
    ("types", |n| format!("fn f(y: &mut f64, x: {}) {{ *y += 1.0; }}", nested(n, "Vec<", "f64", ">"))),
    ("types with commas", |n| {
        format!("fn f(y: &mut f64, x: {}) {{ *y += 1.0; }}", nested(n, "P<f64, ", "f64", ">"))
    }),
    ("assignments", |n| format!("fn f(y: &mut f64, x: f64) {{ {}x; }}", "y = ".repeat(n))),
    ("closures", |n| format!("fn f(y: &mut f64, x: f64) {{ let g = {}x; }}", "|a| ".repeat(n))),
    ("returns", |n| format!("fn f(y: &mut f64, x: f64) {{ {}x; }}", "return ".repeat(n))),
    ("casts", |n| valued(&format!("x{}", " as f64".repeat(n)))),
    ("questions", |n| valued(&format!("x{}", "?".repeat(n)))),
    ("elements", |n| valued(&format!("x{}", "[0]".repeat(n)))),
    ("fields", |n| valued(&format!("x{}", ".a".repeat(n)))),
    ("methods of others", |n| valued(&format!("x{}", ".g(x)".repeat(n)))),
    ("an impl", |n| {
        format!("impl S {{ fn f(&self, y: &mut f64, x: f64) {{ *y += {}; }} }}", joined(n, "x", " + "))
    }),
    ("nonsense", |n| nested(n, "(", "", ")")),
];

fn valued(value: &str) -> String {
    format!("fn f(y: &mut f64, x: f64) {{ *y += {value}; }}")
}

fn joined(n: usize, item: &str, with: &str) -> String {
    let items: Vec<String> = (0..n).map(|i| item.replace('#', &i.to_string())).collect();
    items.join(with)
}

fn nested(n: usize, open: &str, inside: &str, close: &str) -> String {
    format!("{}{inside}{}", open.repeat(n), close.repeat(n))
}

/// No program overflows the stack; a rejected program gets a message.
#[test]
fn nothing_overflows_the_stack() {
    for (name, make) in DEEP {
        for n in [290, 580, 4000, 20_000] {
            let Cost { stack, refused, .. } = cost(make(n));
            // Twenty thousand of anything are too many.
            assert!(n < 20_000 || refused.is_some_and(|text| text.contains("help")), "{n} {name}");
            assert!(stack < STACK, "{n} {name}: {stack}");
        }
    }
}

fn sum_of_squares(n: usize) -> String {
    format!("fn f(y: &mut f64, x: &[f64]) {{ *y += {}; }}", joined(n, "x[#] * x[#]", " + "))
}

/// A kind of programs: its name, whether a thousand levels are accepted, and the program with some levels.
type Deep = (&'static str, bool, fn(usize) -> String);

/// Ordinary functions with deep values, in the places where a value stands.
const DEEP_VALUES: &[Deep] = &[
    ("a sum", true, |n| ordinary(&joined(n, "x * x", " + "))),
    ("methods", false, |n| ordinary(&format!("x{}", ".sin()".repeat(n)))),
    ("parentheses", false, |n| ordinary(&nested(n, "(1.0 + ", "x", ")"))),
    ("an assignment", true, |n| ordinary(&format!("{{ let mut s = x; s = {}; s }}", joined(n, "s", " + ")))),
    ("an arm", true, |n| ordinary(&format!("match k {{ 0 => {}, _ => x }}", joined(n, "x", " + ")))),
    ("a closure", true, |n| ordinary(&format!("{{ let g = |a: f64| {}; g(x) }}", joined(n, "a", " + ")))),
    ("a chain", true, |n| ordinary(&format!("(0..k).map(|_| {}).sum::<f64>()", joined(n, "x", " + ")))),
    ("an item", true, |n| {
        ordinary(&format!("{{ let mut v = Vec::new(); v.push({}); v[0] }}", joined(n, "x", " + ")))
    }),
    ("a condition", false, |n| {
        ordinary(&format!("if {} > 1.0 {{ x }} else {{ 2.0 }}", joined(n, "x", " + ")))
    }),
    ("beside an effect", false, |n| {
        ordinary(&format!("{{ let mut v = vec![x]; v.pop().unwrap() + {} }}", joined(n, "x", " + ")))
    }),
    ("branches", false, |n| ordinary(&nested(n, "if x > 1.0 { ", "x * x", " } else { x }"))),
];

fn ordinary(value: &str) -> String {
    format!("fn f(x: f64, k: usize) -> f64 {{ {value} }}")
}

#[test]
fn deep_values_of_ordinary_functions_fit_on_the_stack() {
    for (name, accepted, make) in DEEP_VALUES {
        for n in [190, 580, 1000, 4000] {
            let Cost { stack, refused, .. } = cost_of(retrograde_compiler::differentiable, make(n));
            assert!(stack < STACK, "{n} {name}: {stack}");
            assert!(!accepted || n > 1000 || refused.is_none(), "{n} {name}: {refused:?}");
        }
    }
}

/// Items are noted before an attribute reads them.
#[test]
fn what_is_noted_fits_on_the_stack() {
    let noted = |_: TokenStream, item: TokenStream| {
        retrograde_compiler::Structures::default().note(&item);
        TokenStream::new()
    };
    for (name, make) in DEEP {
        for n in [580, 4000, 20_000] {
            let of_impl = format!("impl Model {{ {} }}", make(n));
            for source in [make(n), of_impl] {
                let Cost { stack, .. } = cost_of(noted, source);
                assert!(stack < STACK, "{n} {name}: {stack}");
            }
        }
    }
}

/// Sums of more than a thousand terms, and chains of hundreds of methods and branches.
#[test]
fn long_chains_are_accepted() {
    for (name, make) in &DEEP[..6] {
        assert_eq!(cost(make(800)).refused, None, "{name}");
    }
    assert_eq!(cost(sum_of_squares(1400)).refused, None);
    let arms = DEEP.iter().filter(|(name, _)| name.contains("branches"));
    arms.for_each(|(name, make)| assert_eq!(cost(make(250)).refused, None, "{name}"));
}
