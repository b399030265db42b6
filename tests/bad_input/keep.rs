//! What to do with a case that fails: shrink its first file, keep it, show it.
//!
//! Parts of the file are left out, halves first, as long as the complaint begins with the same line.

use std::time::{Duration, Instant};

use super::case::Case;
use super::judge::{judge, prepare, scratch};

const PATIENCE: Duration = Duration::from_secs(40);

/// The complaint, with where the case is kept.
pub fn keep(part: &str, seed: u64, case: Case, complaint: &str) -> String {
    let small = shrink(part, seed, case, complaint);
    let folder = scratch().join("bad_input_kept").join(format!("{}_{seed}", part.replace(' ', "_")));
    prepare(&small, &folder);
    let arguments: Vec<String> = small.arguments.iter().map(|argument| format!("{argument:?}")).collect();
    std::fs::write(folder.join("arguments.txt"), arguments.join(" ") + "\n").expect("a file can be written");
    format!("{part}, seed {seed}, kept in {}: {complaint}", folder.display())
}

fn shrink(part: &str, seed: u64, mut case: Case, complaint: &str) -> Case {
    let kind = |complaint: &str| complaint.lines().next().unwrap_or_default().to_string();
    let wanted = kind(complaint);
    let begin = Instant::now();
    let Some(length) = case.files.first().map(|file| file.bytes.len()) else { return case };
    let mut size = length.div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start < case.files[0].bytes.len() {
            if begin.elapsed() > PATIENCE {
                return case;
            }
            let mut smaller = case.clone();
            let end = (start + size).min(smaller.files[0].bytes.len());
            smaller.files[0].bytes.drain(start..end);
            match judge(&smaller, &format!("{part} {seed} smaller")) {
                Err(complaint) if kind(&complaint) == wanted => case = smaller,
                _ => start += size,
            }
        }
        size /= 2;
    }
    case
}
