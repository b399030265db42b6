use bmc_conc::*;
use std::sync::Arc;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let rounds = std::env::args().nth(2).and_then(|s| s.parse().ok());
    let unwind = std::env::args().nth(3).and_then(|s| s.parse().ok());
    let mut sources = source::SourceMap::default();
    let options = source::PreprocessOptions::default();
    let pre = |s: &mut source::SourceMap, i| match source::preprocess(s, i, &options) {
        Ok(p) => p.unit,
        Err(d) => { println!("{}", source::render(&d, s, false)); std::process::exit(1) }
    };
    let unit = pre(&mut sources, source::Input::Path(path.into()));
    let models: Vec<usize> = library::models().iter().map(|(n, t)| pre(&mut sources, source::Input::Text { name: n.to_string(), text: t.to_string() })).collect();
    let sources = Arc::new(sources);
    let o = frontend::CompileOptions { data_model: ir::DataModel::Lp64, entry: "main".into() };
    let compiled = match frontend::compile(sources.clone(), &[unit], &models, &o) {
        Ok(c) => c,
        Err(d) => { println!("{}", source::render(&d, &sources, false)); std::process::exit(1) }
    };
    if std::env::var("IR").is_ok() { println!("{}", compiled.program.to_text()); }
    if std::env::var("EV").is_ok() {
        let b = unfold::UnwindBounds { unwind: unwind.unwrap_or(1), loops: Default::default() };
        let s = unfold::unfold(&compiled.program, &b, &|_| true, &bmc_solver::Stop::new()).unwrap();
        println!("{}", unfold::print_events(&s, &compiled.program));
    }
    let options = check::CheckOptions { rounds, unwind, ..Default::default() };
    match check::check(&compiled.program, &options, &|b| eprintln!("{b:?}")) {
        Err(d) => println!("{}", source::render(&d, &sources, false)),
        Ok(o) => {
            match o.verdict { check::Verdict::Violated(t) => println!("VIOLATED\n{}", trace::render_text(&t, false)), v => println!("{v:?}") }
            println!("{:?} {:?}\n{:?}", o.bounds, o.cuts, o.statistics);
        }
    }
}
