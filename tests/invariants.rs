//! What an invariant says in the words of the program.
//!
//! That what is said is an invariant is asserted where it is said, in debug builds.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use bmc_conc::load::{LoadOptions, load};
use bmc_conc::prove::{Proof, ProveOptions, Sentence, Verdict, prove};
use bmc_conc::source::Input;
use bmc_solver::Stop;

const PROGRAMS: [&str; 5] =
    ["peterson", "producer_consumer", "two_counters_equal", "tas_lock", "double_lock_p1"];

/// All other words in a sentence are of the program.
const VOCABULARY: &str = "T0 T1 T2 T3 is are at or and not has have started ended stopped for good free held holder value \
                          temporary one of column before reading writing then called from step library NULL";

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proofs").join(format!("{name}.c"));
    std::fs::read_to_string(path).expect("a program can be read")
}

fn proof(name: &str, tells_invariant: bool) -> Proof {
    let input = Input::Text { name: format!("{name}.c"), text: text(name) };
    let loaded = load([input], &LoadOptions::default());
    let program = loaded.unwrap_or_else(|error| panic!("{name}: {:?}", error.diagnostics)).program;
    let stop = Stop::new().with_timeout(Duration::from_secs(120));
    let options = ProveOptions { stop, tells_invariant, ..ProveOptions::default() };
    match prove(&program, &|_| true, &options, &|_| ()) {
        Verdict::Proved(proof) => proof,
        Verdict::Unknown(why) => panic!("{name}: {why}"),
    }
}

fn words(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_')).collect()
}

/// Without what belongs to the library.
fn without_library(text: &str) -> String {
    let mut parts = text.split("library::");
    let first = parts.next().unwrap_or_default().to_string();
    let behind = |part: &str| part.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').to_string();
    parts.fold(first, |text, part| text + " " + &behind(part))
}

#[test]
fn invariants_are_said_with_the_names_of_the_program_and_always_the_same() {
    for name in PROGRAMS {
        let told = proof(name, true);
        assert!(!told.invariant.is_empty() && told.facts_unsaid <= told.facts, "{name}");
        assert_eq!(told.invariant, proof(name, true).invariant, "{name}");
        let text = text(name);
        let known: BTreeSet<&str> =
            words(&text).into_iter().chain(words(VOCABULARY)).chain([name, "c"]).collect();
        for sentence in &told.invariant {
            println!("{sentence}");
            let said = without_library(&sentence.to_string());
            let strange: Vec<&str> = words(&said).difference(&known).copied().collect();
            // What the headers make of a name of the program is said as it is.
            let strange: Vec<&&str> = strange.iter().filter(|word| **word != "set").collect();
            assert!(strange.is_empty(), "{name}: {strange:?} in {said}");
        }
    }
}

#[test]
fn an_invariant_says_why_the_program_is_safe() {
    let told = proof("two_counters_equal", true);
    assert!(told.invariant.iter().any(|sentence| sentence.holds == "requests == answers"));
    let told = proof("double_lock_p1", true);
    let of = |line: u32, thread: &str| -> Vec<String> {
        let is_there = |sentence: &&Sentence| {
            sentence.place.as_ref().is_some_and(|(name, place)| place.line == line && name == thread)
        };
        told.invariant.iter().filter(is_there).map(|sentence| sentence.holds.clone()).collect()
    };
    assert_eq!(of(14, "T1 worker"), ["holder(outer) == T1"]);
    assert_eq!(of(14, "T0 main"), ["holder(outer) == T0"]);
}

#[test]
fn unless_it_is_asked_for_an_invariant_is_not_said() {
    let proof = proof("two_counters_equal", false);
    assert!(proof.invariant.is_empty());
    assert_eq!(proof.facts_unsaid, proof.facts);
}
