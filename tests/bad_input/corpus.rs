//! The test programs, as material.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::random::Random;

pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// In the order of their names.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

fn programs() -> &'static [Vec<u8>] {
    static PROGRAMS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let mut paths = files_in(&repository().join("tests/programs"));
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
        paths.iter().map(|path| std::fs::read(path).expect("a test program can be read")).collect()
    })
}

pub fn any(random: &mut Random) -> &'static [u8] {
    let programs = programs();
    &programs[random.below(programs.len() as u64) as usize]
}
