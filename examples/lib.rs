//! The programs of the papers on reversible differentiation, each a file that runs and that tests itself.
//!
//! | run it with | what it computes | what it shows |
//! |---|---|---|
//! | `cargo run --example norm` | the length of a vector | a function and the four that come with it |
//! | `cargo run --example multiplier` | a product | a function is undone by its inverse |
//! | `cargo run --example fibonacci` | Fibonacci numbers | recursion, and a `while` with a postcondition |
//! | `cargo run --example affine` | `y += W x + b` | an update in place, several cotangents at once |
//! | `cargo run --example orthogonal` | an orthogonal matrix from angles | state that is turned and not copied |
//! | `cargo run --example bessel` | `J_2` | an approximate multiplier, and second derivatives |
//! | `cargo run --example iexp` | the exponential function | uncomputing by arithmetic |
//! | `cargo run --example sparse_dot` | the product of two sparse matrices | decisions that are kept, not taken again |
//! | `cargo run --example sparse_mul` | a sparse matrix times a dense one | cotangents as sparse as the entries |
//! | `cargo run --example memo` | in how many ways a sum is paid | recursion that remembers, in a map |
//! | `cargo run --example qr` | the QR decomposition | an array that is written here and read there |
//! | `cargo run --example box_muller` | normal random numbers from uniform ones | ancillae cleared by arithmetic |
//! | `cargo run --example turns` | a turn and an exchange | what instructions do to cotangents |
//! | `cargo run --example nice` | a normalizing flow, trained | a deep network in constant memory |
//! | `cargo run --example consistency` | a parameter by running back and forth | learning without a derivative |
//! | `cargo run --example complex_log` | the complex logarithm in three forms | complex state, and how locals are uncomputed |
//! | `cargo run --example power` | the power of a fixed-point number | two number systems in one function, undone bit for bit |
//! | `cargo run --example fft` | the fast Fourier transform | an adjoint in place, with an instruction of its own |
//! | `cargo run --example embedding` | the Petersen graph in space | Hessians by dual numbers, and Newton's method |
//! | `cargo run --example leapfrog` | orbits of planets | a thousand steps backwards, and what rounding does |
//! | `cargo run --release --example papers` | five of the programs above | the times of the papers' tables, here |
//! | `cargo run --release --example ways` | a long loop and a sum with many arguments | what each way to a derivative costs |
//!
//! `cargo test -p retrograde-examples` tests them: every derivative against an independent one, every inverse and
//! every adjoint for restoring what was there.
