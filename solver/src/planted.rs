//! Engines that are wrong on purpose, to show that certificates would notice.
//!
//! With the feature `planted-mistakes` the environment variable `BMC_PLANTED_ENGINE` says in which way they are
//! wrong, so that a test can have the whole program make the mistake (`tests/spoiled_proofs.rs`). The feature is
//! never part of what is shipped; without it, both functions give back what they are given.

use crate::solver::Answer;

/// What an engine logged, or what a broken one would have.
#[cfg(feature = "planted-mistakes")]
pub(crate) fn proof(mut proof: Vec<u8>) -> Vec<u8> {
    match mistake().as_deref() {
        Some("logs-nothing") => Vec::new(),
        Some("logs-a-mere-claim") => b"0\n".to_vec(),
        Some("logs-no-text") => vec![b'a', 0xff, b'\n'],
        Some("logs-half") => {
            proof.truncate(proof.len() / 2);
            proof
        }
        Some("logs-one-literal-wrong") => {
            // In a lemma of one literal, which the opposite one cannot replace as long as there is no contradiction.
            let text = String::from_utf8_lossy(&proof);
            let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
            let lone = lines.iter_mut().find(|line| !line.starts_with('d') && line.split(' ').count() == 2);
            if let Some(line) = lone {
                *line = line.strip_prefix('-').map_or_else(|| format!("-{line}"), str::to_string);
            }
            lines.join("\n").into_bytes()
        }
        _ => proof,
    }
}

/// What an engine answered, or what one that overlooks models would have.
#[cfg(feature = "planted-mistakes")]
pub(crate) fn answer(answer: Answer) -> Answer {
    match (answer, mistake().as_deref()) {
        (Answer::Satisfiable, Some("overlooks-models")) => Answer::Unsatisfiable,
        (answer, _) => answer,
    }
}

#[cfg(feature = "planted-mistakes")]
fn mistake() -> Option<String> {
    std::env::var("BMC_PLANTED_ENGINE").ok()
}

#[cfg(not(feature = "planted-mistakes"))]
pub(crate) fn proof(proof: Vec<u8>) -> Vec<u8> {
    proof
}

#[cfg(not(feature = "planted-mistakes"))]
pub(crate) fn answer(answer: Answer) -> Answer {
    answer
}
