//! Files that are there completely or not at all.
//!
//! Everything is written under other names first, beside its place, and then renamed. Limits and Ctrl-C may end
//! the process in between; whoever ends it calls [`remove_unfinished`].

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What writes the contents of a file.
pub type Contents<'a> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + 'a>;

/// Writes all of the files, or none. The error names the file.
pub fn write_all(files: Vec<(PathBuf, Contents<'_>)>) -> Result<(), String> {
    let mut written: Vec<(PathBuf, PathBuf)> = Vec::with_capacity(files.len());
    let failed = |path: &Path, error: io::Error| {
        remove_unfinished();
        format!("cannot write {}: {error}", path.display())
    };
    for (path, contents) in files {
        let partial = beside(&path);
        if let Ok(mut unfinished) = UNFINISHED.lock() {
            unfinished.push(partial.clone());
        }
        write_one(&partial, contents).map_err(|error| failed(&path, error))?;
        written.push((partial, path));
    }
    for (partial, path) in written {
        std::fs::rename(&partial, &path).map_err(|error| failed(&path, error))?;
        if let Ok(mut unfinished) = UNFINISHED.lock() {
            unfinished.retain(|known| *known != partial);
        }
    }
    Ok(())
}

/// Takes away what was begun and not finished. Failures have nowhere to go.
pub fn remove_unfinished() {
    if let Ok(mut unfinished) = UNFINISHED.lock() {
        for path in unfinished.drain(..) {
            let _ = std::fs::remove_file(path);
        }
    }
}

fn write_one(path: &Path, contents: Contents<'_>) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    contents(&mut out)?;
    out.flush()
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".{}.partial", std::process::id()));
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_completed_leaves_none_behind() {
        let directory = std::env::temp_dir().join(format!("bmc-conc-files-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory for the test");
        let good = directory.join("good");
        let entries = || std::fs::read_dir(&directory).expect("it is there").count();
        let text: Contents<'_> = Box::new(|out| out.write_all(b"text"));
        let failing: Contents<'_> = Box::new(|_| Err(io::Error::other("full")));
        let error = write_all(vec![(good.clone(), text), (directory.join("bad"), failing)]).unwrap_err();
        assert!(error.contains("bad: full"), "{error}");
        assert_eq!(entries(), 0);

        let text: Contents<'_> = Box::new(|out| out.write_all(b"text"));
        assert_eq!(write_all(vec![(good.clone(), text)]), Ok(()));
        assert_eq!(std::fs::read(&good).expect("it was written"), b"text");
        assert_eq!(entries(), 1);
        std::fs::remove_dir_all(&directory).expect("it can be removed");
    }
}
