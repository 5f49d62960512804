//! Prints the stages of every function in a file: `cargo run --example show FILE [STAGE]`.
fn main() {
    let mut args = std::env::args().skip(1);
    let text = std::fs::read_to_string(args.next().expect("a file")).expect("readable");
    let stage = args.next();
    let file = syn::parse_file(&text).expect("Rust");
    for item in file.items {
        let syn::Item::Fn(mut f) = item else { continue };
        f.attrs.clear();
        match retrograde_compiler::stages(quote::quote!(#f)) {
            Err(errors) => println!("{errors}"),
            Ok(s) => {
                let mut all = vec![
                    ("primal", &s.primal),
                    ("inverse", &s.inverse),
                    ("adjoint_raw", &s.adjoint_raw),
                    ("adjoint", &s.adjoint),
                    ("coadjoint", &s.coadjoint),
                ];
                if let Some(sweep) = &s.sweep {
                    all.push(("sweep", sweep));
                }
                for (name, p) in all {
                    if stage.as_deref().is_none_or(|s| s == name) {
                        let tokens = retrograde_compiler::print::procedure(&s.flat, p);
                        println!(
                            "// {name}\n{}",
                            syn::parse2(tokens.clone())
                                .map_or_else(|e| format!("{e}: {tokens}"), |f| prettyplease::unparse(&f))
                        );
                    }
                }
                if stage.as_deref() == Some("item") {
                    let tokens = retrograde_compiler::emit::item(&s);
                    println!(
                        "{}",
                        syn::parse2(tokens.clone())
                            .map_or_else(|e| format!("{e}: {tokens}"), |f| prettyplease::unparse(&f))
                    );
                }
            }
        }
    }
}
