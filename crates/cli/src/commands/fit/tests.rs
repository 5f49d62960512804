//! Fits with known results: the certified data sets if they are available, and a small data set of this repository.

use std::io::Write;
use std::path::{Path, PathBuf};

use retrograde_optimise::dense::{Error, Matrix};
use retrograde_optimise::{Evaluation, Fit, LevenbergMarquardt, Residuals};

use super::data::{Choice, Data, Missing, read};
use super::model::Model;
use super::report::agreement;
use super::{picture, strd, table};
use crate::failure::{Failure, Fault};

/// All columns; a missing value is an error.
const ALL: Choice<'_> = Choice { response: None, predictors: &[], missing: Missing::Error };

fn csv(text: &str) -> Result<Data, Fault> {
    table::parse(text, &ALL)
}

fn fit(model: &Model<'_>, start: &[f64], most: u32) -> Result<Fit, String> {
    let solver = LevenbergMarquardt::new().iterations(most);
    solver.solve(model, start).map_err(|error| super::stopped(error).to_string())
}

/// Returns the residuals of a model and their Jacobian.
fn jacobian(model: &Model<'_>, parameters: &[f64]) -> (Vec<f64>, Matrix) {
    let mut residuals = vec![0.0; model.count()];
    let mut jacobian = Matrix::zeros(model.count(), parameters.len());
    model.evaluate(parameters, &mut Evaluation::of_jacobian(&mut residuals, &mut jacobian)).unwrap();
    (residuals, jacobian)
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn load<'a>(model: &str, data: &'a Data) -> Model<'a> {
    let path = repository().join("examples/nist").join(format!("{model}.vlad"));
    Model::load(&path, data, retrograde_vlad::Limits::default())
        .unwrap_or_else(|failure| panic!("{model}: {failure}"))
}

#[test]
fn our_own_data_are_fitted_from_far_and_near() {
    let data = read(&repository().join("examples/nist/decay.csv"), &ALL).unwrap();
    let model = load("decay", &data);
    assert_eq!(model.names(), ["amplitude", "rate", "background"]);
    let near = fit(&model, &[100.0, 0.3, 1.0], 1000).unwrap();
    let far = fit(&model, &[1.0, 2.0, 50.0], 1000).unwrap();
    assert!(agreement(&near.parameters, &far.parameters) > 9.0, "{near:?} {far:?}");
    // At the minimum, the residual is orthogonal to every column of the Jacobian.
    let (residuals, jacobian) = jacobian(&model, &near.parameters);
    for j in 0..3 {
        let product: f64 = (0..residuals.len()).map(|i| residuals[i] * jacobian.get(i, j)).sum();
        let norm: f64 = (0..residuals.len()).map(|i| jacobian.get(i, j).powi(2)).sum::<f64>().sqrt();
        assert!(product.abs() < 1e-9 * norm, "column {j}: {product}");
    }
    // The Jacobian agrees with finite differences.
    for j in 0..3 {
        let shifted = |h: f64| {
            let mut parameters = near.parameters.clone();
            parameters[j] += h;
            model.values(&parameters).unwrap()
        };
        let (up, down) = (shifted(1e-5), shifted(-1e-5));
        for i in 0..residuals.len() {
            let difference = (up[i] - down[i]) / 2e-5;
            assert!((difference - jacobian.get(i, j)).abs() < 1e-5 * (1.0 + difference.abs()));
        }
    }
    assert!(near.standard_errors.iter().all(|d| *d > 0.0 && *d < 5.0), "{near:?}");
}

/// Returns the data sets of the StRD with their names; an empty list if they are not available.
fn certified() -> Vec<(String, Data)> {
    let folder = repository().join("../shared/data/nist");
    let Ok(files) = std::fs::read_dir(&folder) else {
        // Not `eprintln!`, whose output is hidden in tests that pass.
        let why =
            format!("skipped: no certified data set is fitted, because {} is not there", folder.display());
        writeln!(std::io::stderr(), "{why}").unwrap();
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    let data =
        |path: &Path| read(path, &ALL).unwrap_or_else(|failure| panic!("{}: {failure}", path.display()));
    paths.iter().map(|path| (name(path), data(path))).collect()
}

#[test]
fn certified_data_sets_are_met_from_both_starts() {
    let mut missed = Vec::new();
    for (name, data) in certified() {
        let certified = data.certified.as_ref().unwrap();
        let model = load(&name, &data);
        for (i, start) in certified.starts.iter().enumerate() {
            let found = fit(&model, start, 10_000).unwrap_or_else(|failure| panic!("{name}: {failure}"));
            let digits = agreement(&found.parameters, &certified.values);
            let deviations = agreement(&found.standard_errors, &certified.deviations);
            let rss = agreement(&[found.rss], &[certified.rss]);
            eprintln!(
                "{name:<9} start {}: parameters {digits:4.1}, deviations {deviations:4.1}, rss {rss:4.1} digits, {} iterations, {}",
                i + 1,
                found.iterations,
                found.end
            );
            // The residuals of Lanczos1 are 1e-13 of the data: doubles leave its parameters ten digits, and their
            // deviations two.
            let enough = if name == "Lanczos1" { 2.0 } else { 8.0 };
            if digits < 8.0 || deviations < enough {
                missed.push(format!("{name} from start {}: {digits:.1} digits, {deviations:.1}", i + 1));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn tables_are_read_and_faults_named() {
    let data = csv("a;b;y\n1;2;3\n\n# note\n4;5;6\n").unwrap();
    assert_eq!((data.response.as_str(), data.predictors.len()), ("y", 2));
    assert_eq!((data.y, data.x), (vec![3.0, 6.0], vec![vec![1.0, 4.0], vec![2.0, 5.0]]));
    let names = ["x".to_string()];
    let data =
        table::parse("y,x\n1,2\n", &Choice { response: Some("y"), predictors: &names, ..ALL }).unwrap();
    assert_eq!((data.y, data.x), (vec![1.0], vec![vec![2.0]]));
    for (text, message) in [
        ("", "the file is empty"),
        ("1,2\n", "the first line must name at least two columns"),
        ("x,y\n1\n", "expected 2 fields, found 1"),
        ("x,y\n1,z\n", "`z` in the column `y` is not a finite number"),
        ("x,y\n1,inf\n", "`inf` in the column `y` is not a finite number"),
        ("x,y\n1,1e999\n", "`1e999` in the column `y` is not a finite number"),
        ("x;y\n1;1.234,5\n", "`1.234,5` in the column `y` is not a finite number"),
        ("x,y\n1,\n", "the column `y` has no value here"),
        ("x;y\nNA;2\n", "the column `x` has no value here"),
        ("x,y\n1,5,2,5\n", "expected 2 fields, found 4"),
        ("x,\"y\n1,2\n", "a quoted field is not closed"),
        ("x,\"y\" z\n1,2\n", "there is text after a quoted field"),
    ] {
        assert_eq!(csv(text).unwrap_err().message, message);
    }
    let choice = Choice { response: Some("z"), ..ALL };
    assert_eq!(table::parse("x,y\n1,2", &choice).unwrap_err().message, "there is no column `z`");
    assert_eq!(table::parse("z,z\n1,2", &choice).unwrap_err().message, "two columns are called `z`");
    let fault = strd::parse("NIST/ITL StRD\nData: y x\n1 2\n").unwrap_err();
    assert_eq!(fault.message, "this is not a data set for nonlinear regression");
}

#[test]
fn tables_of_many_programs_are_read() {
    for text in [
        "x,y\r\n0.5,2\r\n-1,3e1\r\n",
        "x,y\r0.5,2\r-1,30\r",
        "# by hand\n\n x , y \n  0.5 , +2 \n\n# between\n-1.0,30.",
        "\"x\";\"y\"\n0,5;2,0\n\"-1\";\"30\"\n",
        "x\ty\n0,5\t2\n-1\t3,0e1\n",
        "x y\n0.5 2\n -1   30\n",
        "  x \t y\n 0.5\t 2 \n-1 \t30\n",
        "x,y,\n.5,2,\n-1,30,\n",
        "x,y\n\"0,5\",2\n-1,\"30\"\n",
    ] {
        let data = csv(text).unwrap_or_else(|fault| panic!("{text:?}: {fault:?}"));
        assert_eq!((data.predictors[0].as_str(), data.response.as_str()), ("x", "y"), "{text:?}");
        assert_eq!((data.x, data.y), (vec![vec![0.5, -1.0]], vec![2.0, 30.0]), "{text:?}");
    }
    let quoted = csv("\"time, in \"\"s\"\"\",\"2020\"\n1,2\n").unwrap();
    assert_eq!((quoted.predictors[0].as_str(), quoted.response.as_str()), ("time, in \"s\"", "2020"));
    // Only columns in use must contain numbers.
    let names = ["x".to_string()];
    let some = Choice { predictors: &names, missing: Missing::Skip, ..ALL };
    let data = table::parse("x,note,y\n1,,2\n,b,3\n3,c,NaN\n4,d,n/a\n5,e,6\n", &some).unwrap();
    assert_eq!((data.x, data.y, data.skipped), (vec![vec![1.0, 5.0]], vec![2.0, 6.0], 3));
}

#[test]
fn a_mark_of_the_byte_order_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.csv");
    std::fs::write(&path, "\u{feff}x,y\n1,2\n").unwrap();
    assert_eq!(read(&path, &ALL).unwrap().predictors, ["x"]);
    std::fs::write(&path, "x,y\n1,\n").unwrap();
    let none = read(&path, &Choice { missing: Missing::Skip, ..ALL }).unwrap_err().to_string();
    assert!(none.contains("every row of the file lacks a value"), "{none}");
}

/// Compares the values and derivatives of a model as a flat program with those by the interpreter.
fn compared<'a>(name: &str, data: &'a Data, parameters: &[f64], load: &dyn Fn() -> Model<'a>) {
    let (flat, machine) = (load(), load().interpreted());
    assert!(flat.is_flat(), "{name}");
    assert_eq!(flat.values(parameters).unwrap(), machine.values(parameters).unwrap(), "{name}");
    let ((values, found), (same, expected)) = (jacobian(&flat, parameters), jacobian(&machine, parameters));
    assert_eq!(values, same, "{name}");
    for j in 0..parameters.len() {
        for i in 0..data.y.len() {
            let (found, expected) = (found.get(i, j), expected.get(i, j));
            let error = (found - expected).abs() / expected.abs().max(f64::MIN_POSITIVE);
            assert!(error < 1e-13, "{name}, row {i}, parameter {j}: {found} is not {expected}");
        }
    }
}

#[test]
fn flat_programs_are_the_models_of_the_certified_data_sets() {
    for (name, data) in certified() {
        let certified = data.certified.as_ref().unwrap();
        for parameters in certified.starts.iter().chain([&certified.values]) {
            compared(&name, &data, parameters, &|| load(&name, &data));
        }
    }
    let data = read(&repository().join("examples/nist/decay.csv"), &ALL).unwrap();
    compared("decay", &data, &[80.0, 1.0, 0.5], &|| load("decay", &data));
}

#[test]
fn models_that_are_not_flat_are_interpreted() {
    // The number of steps depends on the data.
    let text =
        "(define (model (list a b) x) (let loop ((i 0) (s 0)) (if (>= i x) (* a s) (loop (+ i 1) (+ s b)))))";
    let data = csv("x,y\n1,2\n2,4.1\n3,5.9\n4,8\n5,10\n").unwrap();
    let model = written(text, &data).unwrap();
    assert!(!model.is_flat());
    let found = fit(&model, &[1.0, 1.0], 1000).unwrap();
    assert_eq!(found.undetermined, [0, 1]);
    assert!((found.rss - 0.02).abs() < 1e-3, "{found:?}");
    // A branch that depends on the data is flat.
    let text = "(define (model (list a b) x) (if (< x 2.5) (* a x) (* b (sqrt (- x 2)))))";
    assert!(written(text, &data).unwrap().is_flat());
}

#[test]
fn pictures_of_many_points_stay_small() {
    use std::fmt::Write;
    let mut text = String::from("x,y\n");
    for i in 0..5000 {
        let x = f64::from(i) / 500.0;
        writeln!(text, "{x},{}", 2.0 * x + (x * 500.0).sin()).unwrap();
    }
    let data = csv(&text).unwrap();
    let model = written("(define (model (list a b) x) (+ a (* b x)))", &data).unwrap();
    let found = fit(&model, &[1.0, 1.0], 100).unwrap();
    let svg = picture::draw(&model, &data, &found).unwrap();
    assert!(svg.len() < 600_000, "{}", svg.len());
    assert!(
        svg.starts_with("<svg width=\"900\" height=\"700\" viewBox=\"0 0 9000 7000\""),
        "{}",
        &svg[..100]
    );
    assert!(svg.contains("of 5000 points)") && svg.contains("fit"), "no legend");
    // The curve comes after the last dot of its panel, so it lies above.
    let panel = &svg[..svg.find("residuals").unwrap()];
    let (dot, line) = (panel.rfind("r=\"20\""), panel.find("#1B788C"));
    assert!(dot.unwrap() < line.unwrap());
}

fn written<'a>(text: &str, data: &'a Data) -> Result<Model<'a>, Failure> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.vlad");
    std::fs::write(&path, text).unwrap();
    Model::load(&path, data, retrograde_vlad::Limits::default())
}

#[test]
fn what_the_data_do_not_determine_is_told() {
    let data = csv("x,y\n1,2\n2,4.1\n3,5.9\n4,8\n5,10\n").unwrap();
    for (text, start, open) in [
        ("(define (model (list a b) x) (+ a (* b x)))", &[1.0, 1.0][..], &[][..]),
        ("(define (model (list a b c) x) (+ a (* b x)))", &[1.0, 1.0, 7.0], &[2]),
        ("(define (model (list a b c) x) (+ c (+ (* a x) (* b x))))", &[1.0, 2.0, 0.0], &[0, 1]),
        ("(define (model (list a b c) x) (+ c (* (* a b) x)))", &[1.0, 2.0, 0.0], &[0, 1]),
    ] {
        let model = written(text, &data).unwrap_or_else(|failure| panic!("{text}: {failure}"));
        let found = fit(&model, start, 1000).unwrap();
        assert_eq!(found.undetermined, open, "{text}: {found:?}");
        assert!(found.parameters.iter().all(|p| p.abs() < 1e3), "{text}: {found:?}");
        for (j, deviation) in found.standard_errors.iter().enumerate() {
            assert_eq!(deviation.is_finite(), !open.contains(&j), "{text}: {found:?}");
        }
        assert!((found.rss - 0.019).abs() < 1e-9, "{text}: {found:?}");
    }
    // Five times the same predictor.
    let same = csv("x,y\n1,2\n1,3\n1,4\n1,5\n1,6\n").unwrap();
    let model = written("(define (model (list a b) x) (+ a (* b (exp x))))", &same).unwrap();
    assert_eq!(fit(&model, &[1.0, 1.0], 1000).unwrap().undetermined, [0, 1]);
}

#[test]
fn faults_of_a_model_are_told_without_derivatives() {
    let data = csv("x,y\n1,2\n2,4\n").unwrap();
    let model = written("(define (model (list a) x) (* a (car x)))", &data).unwrap();
    match LevenbergMarquardt::new().solve(&model, &[1.0]) {
        Err(Error::Evaluation(Failure::Program(error))) => {
            assert_eq!(error.message, "Argument is not a matching pair");
            assert_eq!(error.line, Some(1));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn several_predictors_are_a_list_or_parameters() {
    let data = csv("x,z,y\n1,2,8\n2,5,19\n3,6,24\n4,8,32\n").unwrap();
    for text in [
        "(define (model (list a b) x z) (+ (* a x) (* b z)))",
        "(define (model (list a b) (list x z)) (+ (* a x) (* b z)))",
        "(define (model (list a b) l) (dot (list a b) l))",
        "(define (model (list a b) (cons x rest)) (+ (* a x) (* b (car rest))))",
    ] {
        let model = written(text, &data).unwrap_or_else(|failure| panic!("{text}: {failure}"));
        let found = fit(&model, &[1.0, 1.0], 1000).unwrap();
        assert!(agreement(&found.parameters, &[2.0, 3.0]) > 12.0, "{text}: {found:?}");
    }
    // One predictor, and two columns.
    let model = written("(define (model (list a b) x) (+ a (* b x)))", &data).unwrap();
    let expected =
        "`model` takes one number as predictor, and the data have 2: x, z; choose one with --predictors x";
    assert_eq!(fit(&model, &[1.0, 1.0], 10).unwrap_err(), expected);
    let one = csv("x,y\n1,2\n2,4\n").unwrap();
    for text in ["(define (model (list a) (list x)) (* a x))", "(define (model (list a) (cons x l)) (* a x))"]
    {
        assert!((fit(&written(text, &one).unwrap(), &[1.0], 10).unwrap().parameters[0] - 2.0).abs() < 1e-12);
    }
    let refused = written("(define (model (list a b) (list x y z)) x)", &data).err().map(|f| f.to_string());
    assert_eq!(refused.as_deref(), Some("`model` takes 3 predictors, and the data have 2: x, z"));
    let refused = written("(define (model (list a) (list x)) x)", &data).err().map(|f| f.to_string());
    let expected = "`model` takes 1 predictor, and the data have 2: x, z; --predictors chooses some";
    assert_eq!(refused.as_deref(), Some(expected));
    let refused = written("(define (model (list a b) x y z) x)", &data).err().map(|f| f.to_string());
    let expected = "`model` takes 3 predictors, and the data have 2: x, z";
    assert_eq!(refused.as_deref(), Some(expected));
}
