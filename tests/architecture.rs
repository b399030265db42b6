//! The map is true: which stage uses which is read from the sources and compared with the table in ARCHITECTURE.md.
//!
//! A stage is a folder or a file directly under `src`; `solver` is the crate. The column "uses" of the table names all
//! stages that a stage may use, and all that it names are used. What tests inside the sources use does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::Visit;

type Uses = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The rows of the first table in the map: the stage, and what it uses.
fn map() -> Uses {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is a map");
    let rows = text.lines().skip_while(|line| !line.starts_with("| where")).skip(2);
    let mut uses = Uses::new();
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, places, _, used, ..] = cells[..] else { panic!("a row has three cells: {row}") };
        let used: BTreeSet<String> =
            used.split(',').map(|name| name.trim().to_string()).filter(|name| !name.is_empty()).collect();
        for place in places.split(',') {
            let place = place.trim().trim_matches('`').trim_end_matches('/');
            let stage = place.trim_start_matches("src/").trim_end_matches(".rs");
            assert!(root().join(place).exists(), "the map names {place}");
            assert!(uses.insert(stage.to_string(), used.clone()).is_none(), "{stage} has two rows");
        }
    }
    uses
}

/// The same from the sources.
fn sources() -> Uses {
    let mut uses = Uses::new();
    let mut pending = vec![root().join("src")];
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(&folder).expect("sources can be read") {
            let path = entry.expect("sources can be read").path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "tests") {
                pending.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && !is_root(&path) {
                let (stage, depth) = place(&path);
                let text = std::fs::read_to_string(&path).expect("sources can be read");
                let used = uses.entry(stage.clone()).or_default();
                used.extend(stages_used(&text, depth).into_iter().filter(|other| *other != stage));
            }
        }
    }
    uses
}

/// The roots of the library and of the binary only name the stages.
fn is_root(path: &Path) -> bool {
    path.ends_with("src/lib.rs") || path.ends_with("src/main.rs")
}

/// The stage of a file, and how many modules are around what stands in it.
fn place(path: &Path) -> (String, usize) {
    let inside = path.strip_prefix(root().join("src")).expect("it is a source");
    let mut parts: Vec<String> =
        inside.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|name| name == "mod") {
        parts.pop();
    }
    (parts[0].clone(), parts.len())
}

fn stages_used(text: &str, depth: usize) -> BTreeSet<String> {
    let file = syn::parse_file(text).expect("sources can be parsed");
    let mut reader = Reader { depth, used: BTreeSet::new() };
    reader.visit_file(&file);
    reader.used
}

/// Collects the stages that paths begin with.
struct Reader {
    depth: usize,
    used: BTreeSet<String>,
}

impl Reader {
    /// A path of at least two words may lead to another stage.
    fn path(&mut self, words: &[String]) {
        let solver = "solver".to_string();
        let stage = match words.first().map(String::as_str) {
            Some("crate" | "bmc_conc") => words.get(1),
            Some("bmc_solver") => Some(&solver),
            Some("super") => {
                let up = words.iter().take_while(|word| *word == "super").count();
                words.get(up).filter(|_| up >= self.depth)
            }
            _ => None,
        };
        // Words in capitals are items of the crate itself.
        self.used.extend(stage.filter(|name| name.starts_with(|c: char| c.is_lowercase())).cloned());
    }

    fn use_tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |word: &syn::Ident| [before, &[word.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.use_tree(&with(&path.ident), &path.tree),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.use_tree(before, item)),
            syn::UseTree::Name(name) => self.path(&with(&name.ident)),
            syn::UseTree::Rename(rename) => self.path(&with(&rename.ident)),
            syn::UseTree::Glob(_) => self.path(before),
        }
    }

    /// What stands in a macro is not parsed: paths are looked for among its words.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut words: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(word) if colons == 2 => {
                    words.push(word.to_string());
                    colons = 0;
                }
                TokenTree::Ident(word) => {
                    self.path(&words);
                    (words, colons) = (vec![word.to_string()], 0);
                }
                TokenTree::Group(group) => {
                    self.path(&words);
                    (words, colons) = (Vec::new(), 0);
                    self.tokens(group.stream());
                }
                _ => {
                    self.path(&words);
                    (words, colons) = (Vec::new(), 0);
                }
            }
        }
        self.path(&words);
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_for_tests(&module.attrs) {
            self.depth += 1;
            syn::visit::visit_item_mod(self, module);
            self.depth -= 1;
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.use_tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.path(&words);
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.visit_path(&item.path);
        self.tokens(item.tokens.clone());
    }
}

#[test]
fn every_stage_uses_what_the_map_says_and_nothing_else() {
    let (map, sources) = (map(), sources());
    let mut wrong = Vec::new();
    for (stage, used) in &sources {
        let Some(allowed) = map.get(stage) else {
            wrong.push(format!("src/{stage} is not in the map"));
            continue;
        };
        wrong.extend(used.difference(allowed).map(|other| format!("{stage} uses {other}, the map says no")));
        wrong.extend(allowed.difference(used).map(|other| format!("{stage} does not use {other} at all")));
    }
    let known: BTreeSet<&String> = sources.keys().collect();
    let others = map.keys().filter(|stage| !known.contains(stage) && !is_outside(stage));
    wrong.extend(others.map(|stage| format!("the map names {stage}, which has no sources")));
    assert!(wrong.is_empty(), "ARCHITECTURE.md and the sources differ:\n{}", wrong.join("\n"));
}

/// Rows of the map about what is not part of the library or the binary.
fn is_outside(stage: &str) -> bool {
    ["solver", "tests", "bench"]
        .iter()
        .any(|folder| stage == *folder || stage.starts_with(&format!("{folder}/")))
}

#[test]
fn no_stage_reaches_back() {
    let map = map();
    // Those that use nothing but what has been taken away before are taken away; a circle is never.
    let mut left: BTreeSet<&String> = map.keys().collect();
    loop {
        let (free, bound): (BTreeSet<&String>, BTreeSet<&String>) =
            left.iter().copied().partition(|stage| map[*stage].iter().all(|other| !left.contains(other)));
        if free.is_empty() {
            assert!(bound.is_empty(), "these use each other in a circle: {bound:?}");
            break;
        }
        left = bound;
    }
}

#[test]
fn a_use_is_found_however_it_is_written() {
    let used = |text: &str, depth| stages_used(text, depth).into_iter().collect::<Vec<_>>();
    assert_eq!(used("use crate::ir::Program;", 2), ["ir"]);
    assert_eq!(used("use crate::{ir::{self, Op}, unfold as other};", 2), ["ir", "unfold"]);
    assert_eq!(used("fn f() -> crate::trace::Trace { todo() }", 2), ["trace"]);
    assert_eq!(used("fn f() { let x = vec![crate::exec::run(1), 2]; }", 2), ["exec"]);
    assert_eq!(used("fn f() { crate::planted::planted!(X) }", 2), ["planted"]);
    assert_eq!(used("use super::super::analysis::Values;", 2), ["analysis"]);
    assert_eq!(used("use super::analysis::Values;", 2), [""; 0]);
    assert_eq!(used("mod inner { use super::super::super::check::check; }", 2), ["check"]);
    assert_eq!(used("use bmc_solver::Terms;", 1), ["solver"]);
    assert_eq!(used("use bmc_conc::load::load;", 2), ["load"]);
    assert_eq!(used("#[cfg(test)] mod tests { use crate::load::load; }", 2), [""; 0]);
    assert_eq!(used("// use crate::load::load;\nconst TEXT: &str = \"crate::check::x\";", 2), [""; 0]);
}

#[test]
fn every_file_that_the_documents_name_is_there() {
    let mut missing = Vec::new();
    let mut documents: Vec<PathBuf> = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "bench/README.md"]
        .map(|name| root().join(name))
        .to_vec();
    for entry in std::fs::read_dir(root().join("docs")).expect("there are documents") {
        documents.push(entry.expect("they can be read").path());
    }
    for document in documents.iter().filter(|path| path.extension().is_some_and(|end| end == "md")) {
        let text = std::fs::read_to_string(document).expect("documents can be read");
        // What stands between backticks is every second part.
        let named = text.split('`').skip(1).step_by(2).filter(|word| {
            let is_path = ["src/", "solver/", "tests/", "bench/", "docs/", "scripts/"];
            is_path.iter().any(|folder| word.starts_with(folder)) && !word.contains(['{', '*', ' ', '\n'])
        });
        let lost = named.filter(|word| !root().join(word).exists());
        missing.extend(lost.map(|word| format!("{}: {word}", document.display())));
    }
    assert!(missing.is_empty(), "these are not there:\n{}", missing.join("\n"));
}
