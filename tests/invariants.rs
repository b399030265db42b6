//! What an invariant says in the words of the program.

use std::path::Path;
use std::time::Duration;

use bmc_conc::ir::Program;
use bmc_conc::load::{LoadOptions, load};
use bmc_conc::prove::{Proof, ProveOptions, Verdict, prove};
use bmc_conc::source::Input;
use bmc_solver::Stop;

fn loaded(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proofs").join(format!("{name}.c"));
    let text = std::fs::read_to_string(path).expect("a program can be read");
    let input = Input::Text { name: format!("{name}.c"), text };
    load([input], &LoadOptions::default())
        .unwrap_or_else(|error| panic!("{name}: {:?}", error.diagnostics))
        .program
}

fn proof(program: &Program) -> Proof {
    let stop = Stop::new().with_timeout(Duration::from_secs(120));
    let options = ProveOptions { stop, tells_invariant: true, ..ProveOptions::default() };
    match prove(program, &|_| true, &options, &|_| ()) {
        Verdict::Proved(proof) => proof,
        Verdict::Unknown(why) => panic!("{why}"),
    }
}

#[test]
fn show() {
    for name in std::env::var("BMC_SHOW").unwrap_or_default().split(',') {
        let begin = std::time::Instant::now();
        let proof = proof(&loaded(name));
        println!(
            "=== {name}: {} facts {} candidates {} clauses {:?}",
            proof.facts,
            proof.candidates,
            proof.clauses,
            begin.elapsed()
        );
        for sentence in &proof.invariant {
            println!("{sentence}");
        }
        println!("and {} more facts", proof.facts_unsaid);
    }
}
