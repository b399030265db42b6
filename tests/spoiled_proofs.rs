//! `--certify` with an engine that is wrong: the whole program must not claim what it cannot prove.
//!
//! The binary is built with the feature `planted-mistakes`, and an environment variable tells its engines which
//! mistake to make (`solver/src/planted.rs`). Each mistake is shown to be one: without it the answer is certified,
//! or without `--certify` it is believed.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The exit code of an answer that is unknown.
const UNKNOWN: i32 = 4;

/// Has a proof that needs lemmas, some of them of one literal.
const SAFE: &str = "peterson.c";
const VIOLATED: &str = "peterson_turn_first.c";

/// The exit code and what is printed.
fn check(program: &str, mistake: Option<&str>, options: &[&str]) -> (Option<i32>, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(program);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    command
        .arg("check")
        .arg(path)
        .args(["--rounds", "3", "--unwind", "2", "--check", "assert"])
        .args(options);
    command.env_remove("BMC_PLANTED_ENGINE");
    if let Some(mistake) = mistake {
        command.env("BMC_PLANTED_ENGINE", mistake);
    }
    let output = command.output().expect("bmc-conc can be started");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

fn json(program: &str, mistake: Option<&str>, options: &[&str]) -> Value {
    let (_, text) = check(program, mistake, &[options, &["--json"]].concat());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn an_answer_whose_proof_is_spoiled_is_unknown_and_says_why() {
    let honest = json(SAFE, None, &["--certify"]);
    assert_eq!(honest["verdict"], "no-violation-within-bounds");
    let certificates = honest["certificates"].as_array().expect("there are certificates");
    assert!(certificates.iter().any(|one| one["lemmas"].as_u64() > Some(10)), "{certificates:?}");
    for (mistake, said) in [
        ("logs-nothing", "the proof ends without a contradiction"),
        ("logs-a-mere-claim", "line 1 of the proof does not follow: []"),
        ("logs-no-text", "line 1 of the proof: this is not text"),
        ("logs-half", "of the proof"),
        ("logs-one-literal-wrong", "of the proof does not follow: ["),
    ] {
        let (code, text) = check(SAFE, Some(mistake), &["--certify"]);
        assert_eq!(code, Some(UNKNOWN), "{mistake}: {text}");
        assert!(text.contains("UNKNOWN"), "{mistake}: {text}");
        assert!(text.contains("a proof does not check") && text.contains(said), "{mistake}: {text}");
        assert!(!text.to_lowercase().contains("certified"), "{mistake}: {text}");
        let outcome = json(SAFE, Some(mistake), &["--certify"]);
        assert_eq!(outcome["verdict"], "unknown", "{mistake}");
        assert_eq!(outcome["reason"]["kind"], "internal", "{mistake}: {outcome}");
        assert!(outcome["certificates"].as_array().is_none_or(Vec::is_empty), "{mistake}: {outcome}");
    }
}

#[test]
fn a_spoiled_proof_is_not_kept_as_evidence() {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spoiled_evidence");
    let files = [kept.with_extension("1.cnf"), kept.with_extension("1.drat")];
    for file in &files {
        let _ = std::fs::remove_file(file);
    }
    let name = kept.to_str().expect("the folder of the build has a name in UTF-8");
    let (code, text) = check(SAFE, Some("logs-half"), &["--proof", name]);
    assert_eq!(code, Some(UNKNOWN), "{text}");
    assert!(files.iter().all(|file| !file.exists()), "{text}");
}

#[test]
fn an_engine_that_overlooks_models_is_contradicted() {
    assert_eq!(json(VIOLATED, None, &[])["verdict"], "violated");
    // This is what certificates are for: nobody would notice without them.
    assert_ne!(json(VIOLATED, Some("overlooks-models"), &[])["verdict"], "violated");
    assert_ne!(json(VIOLATED, Some("overlooks-models"), &[])["verdict"], "unknown");
    let (code, text) = check(VIOLATED, Some("overlooks-models"), &["--certify"]);
    assert_eq!(code, Some(UNKNOWN), "{text}");
    assert!(text.contains("another engine finds a model where one found none"), "{text}");
}
