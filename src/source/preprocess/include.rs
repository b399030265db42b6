//! Finding and reading what `#include` names.
//!
//! A quoted name is looked up beside the including file first; then come the directories of `-I` in order,
//! then the headers embedded in bmc-conc. The machine's own headers are never read unless `-I` says so: the
//! same program means the same everywhere, and the models rely on the embedded declarations. For that reason
//! an embedded file looks among the embedded ones first.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::expand::FeedKind;
use super::lex::Lexer;
use super::token::*;
use super::{DEEPEST_INCLUDE, Opened, Preprocessor, Stop};
use crate::source::headers::{EMBEDDED_PREFIX, Header, embedded_header, embedded_names};
use crate::source::{Diagnostic, FileId, SourceFile};

/// A source file larger than this is a mistake.
const MOST_BYTES: u64 = 256 << 20;
/// Includes in one translation unit; stops files that include themselves twice.
const MOST_INCLUDES: usize = 20_000;

#[derive(Clone)]
pub(super) struct HeaderName {
    pub name: String,
    pub angled: bool,
}

/// Where a header was found; the number is its position on the search path, for `#include_next`.
enum Found {
    Embedded(&'static Header, usize),
    File(PathBuf, usize),
}

pub(super) struct Loaded {
    pub file: FileId,
    pub text: Arc<str>,
}

impl Preprocessor<'_> {
    pub(super) fn include(&mut self, word: Token, next: bool) -> Result<(), Stop> {
        let angled = self.lexer().and_then(|lexer| lexer.angled_header_name());
        let line = self.rest_of_line();
        let (header, named_at) = match angled {
            Some((place, text)) => {
                let named_at = Token { place, text: self.names.intern(&text), ..word };
                let name = text.trim_matches(['<', '>']).to_string();
                (Some(HeaderName { name, angled: true }), named_at)
            }
            None => {
                let named_at = line.first().copied().unwrap_or(word);
                let literal = named_at.kind == TokenKind::String;
                let expanded = if literal { line } else { self.expand_list(&line, FeedKind::List)? };
                (self.header_name(&expanded), named_at)
            }
        };
        let Some(header) = header.filter(|h| !h.name.is_empty()) else {
            self.error(&word, "'#include' needs \"file\" or <file>");
            return Ok(());
        };
        self.includes += 1;
        if self.opened.len() > DEEPEST_INCLUDE || self.includes > MOST_INCLUDES {
            self.error(&word, format!("too many nested or repeated includes, here of '{}'", header.name));
            return Err(Stop);
        }
        match self.find(&header, next) {
            Some(Found::Embedded(header, position)) => self.open_embedded(header, position),
            Some(Found::File(path, position)) => match self.load(&path) {
                Ok(loaded) => self.open(&path, loaded, position),
                Err(message) => {
                    self.error(&named_at, format!("cannot read '{}': {message}", path.display()));
                }
            },
            None => self.report_missing(&named_at, &header),
        }
        Ok(())
    }

    fn report_missing(&mut self, named_at: &Token, header: &HeaderName) {
        let (open, close) = if header.angled { ('<', '>') } else { ('"', '"') };
        let help = if header.angled {
            format!(
                "use -I DIR to name the directory that holds it; bmc-conc itself provides {}",
                embedded_names().join(", ")
            )
        } else {
            "use -I DIR to name the directory that holds it".to_string()
        };
        self.error_with_help(named_at, format!("cannot find the header {open}{}{close}", header.name), help);
    }

    /// `"name"` or `< tokens >` as a header name.
    pub(super) fn header_name(&self, tokens: &[Token]) -> Option<HeaderName> {
        let first = tokens.first()?;
        if first.kind == TokenKind::String {
            let text = self.names.text(first.text).strip_prefix('"')?.strip_suffix('"')?;
            return Some(HeaderName { name: text.to_string(), angled: false });
        }
        if !first.is(LESS) {
            return None;
        }
        let close = tokens.iter().position(|token| token.is(GREATER))?;
        let mut name = String::new();
        for (index, token) in tokens[1..close].iter().enumerate() {
            if index > 0 && token.space_before {
                name.push(' ');
            }
            name.push_str(self.names.text(token.text));
        }
        Some(HeaderName { name, angled: true })
    }

    pub(super) fn has_header(&self, header: &HeaderName, next: bool) -> bool {
        self.find(header, next).is_some()
    }

    fn find(&self, header: &HeaderName, next: bool) -> Option<Found> {
        let including = self.opened.last()?;
        let directories = &self.options.include_dirs;
        let embedded_position = directories.len() + 1;
        let embedded =
            || embedded_header(&header.name).map(|header| Found::Embedded(header, embedded_position));
        let Some(directory) = &including.directory else {
            return match next {
                true => None,
                false => embedded().or_else(|| self.find_in_directories(header, 1)),
            };
        };
        let first = if next { including.search_position + 1 } else { 0 };
        if first == 0 && (!header.angled || Path::new(&header.name).is_absolute()) {
            let path = directory.join(&header.name);
            if path.is_file() {
                return Some(Found::File(path, 0));
            }
        }
        let found = self.find_in_directories(header, first.max(1));
        found.or_else(|| if first <= embedded_position { embedded() } else { None })
    }

    fn find_in_directories(&self, header: &HeaderName, first: usize) -> Option<Found> {
        for (index, directory) in self.options.include_dirs.iter().enumerate().skip(first - 1) {
            let path = directory.join(&header.name);
            if path.is_file() {
                return Some(Found::File(path, index + 1));
            }
        }
        None
    }

    pub(super) fn open_embedded(&mut self, header: &'static Header, search_position: usize) {
        let name = format!("{EMBEDDED_PREFIX}{}", header.name);
        if self.once.contains(&name) {
            return;
        }
        let file = self.register(&name, Some(header.text.into()), true);
        let lexer = Lexer::new(header.text.into(), file);
        let identity = name;
        self.opened.push(Opened {
            lexer,
            directory: None,
            search_position,
            conditionals: Vec::new(),
            identity,
        });
    }

    pub(super) fn open(&mut self, path: &Path, loaded: Loaded, search_position: usize) {
        let identity = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()).display().to_string();
        if self.once.contains(&identity) {
            return;
        }
        let directory = Some(path.parent().map(Path::to_path_buf).unwrap_or_default());
        let lexer = Lexer::new(loaded.text, loaded.file);
        self.opened.push(Opened { lexer, directory, search_position, conditionals: Vec::new(), identity });
    }

    /// Reads a file, once per run.
    pub(super) fn load(&mut self, path: &Path) -> Result<Loaded, String> {
        let name = path.display().to_string();
        if let Some(file) = self.sources.find_file(&name)
            && let Some(text) = self.sources.file(file).text.clone()
        {
            return Ok(Loaded { file, text });
        }
        let text: Arc<str> = read_source(path)?.into();
        Ok(Loaded { file: self.register(&name, Some(text.clone()), false), text })
    }

    pub(super) fn register(&mut self, name: &str, text: Option<Arc<str>>, embedded: bool) -> FileId {
        if let Some(file) = self.sources.find_file(name)
            && self.sources.file(file).text == text
        {
            return file;
        }
        self.sources.add_file(SourceFile { name: name.into(), text, embedded })
    }

    /// The file that `#line` or a line marker names; its text is only for showing lines to the user.
    pub(super) fn named_by_marker(&mut self, name: &str, system: bool) -> FileId {
        if let Some(file) = self.sources.find_file(name) {
            return file;
        }
        let directory = self.opened.last().and_then(|opened| opened.directory.clone()).unwrap_or_default();
        let readable = !system && !name.starts_with("/usr/") && !name.starts_with('<');
        let text = [PathBuf::from(name), directory.join(name)]
            .iter()
            .filter(|path| readable && path.is_file())
            .find_map(|path| read_source(path).ok());
        self.sources.add_file(SourceFile { name: name.into(), text: text.map(Arc::from), embedded: false })
    }
}

/// The text of a source file: without a byte order mark, bytes that are no UTF-8 replaced.
fn read_source(path: &Path) -> Result<String, String> {
    let file = fs::File::open(path).map_err(|error| reason(&error))?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err("the file is too large".to_string());
    }
    text_of(&bytes)
}

pub(super) fn text_of(bytes: &[u8]) -> Result<String, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.contains(&0) {
        return Err("this does not look like C source (it contains NUL bytes)".to_string());
    }
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// In words, without the number of the operating system.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_string(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        std::io::ErrorKind::IsADirectory => "it is a directory".to_string(),
        _ => error.to_string(),
    }
}

pub(super) fn unreadable(path: &Path, message: &str) -> Diagnostic {
    Diagnostic::error_without_place(format!("cannot read '{}': {message}", path.display()))
}
