//! Includes, options and files on disk.

use std::fs;
use std::path::{Path, PathBuf};

use super::{failure, run_with, tokens};
use crate::data_model::DataModel;
use crate::source::{Input, PreprocessOptions, SourceMap, Span, preprocess, render};

/// A directory of its own, removed in the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Directory {
        let path = std::env::temp_dir().join(format!("bmc-conc-{}-{name}", std::process::id()));
        for (file, contents) in files {
            let file = path.join(file);
            fs::create_dir_all(file.parent().expect("inside the directory")).expect("can create a directory");
            fs::write(file, contents).expect("can write a file");
        }
        Directory(path)
    }

    fn run(&self, file: &str, include: &[&str]) -> Result<String, String> {
        let mut sources = SourceMap::default();
        let include_dirs = include.iter().map(|directory| self.0.join(directory)).collect();
        let options = PreprocessOptions { include_dirs, ..Default::default() };
        match preprocess(&mut sources, Input::Path(self.0.join(file)), &options) {
            Ok(result) => {
                let text = &sources.units()[result.unit].text;
                Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            Err(errors) => Err(render(&errors, &sources, false)),
        }
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn quoted_names_are_found_beside_the_file_first() {
    let directory = Directory::new(
        "beside",
        &[
            ("main.c", b"#include \"a.h\"\n#include <a.h>\n#include \"sub/b.h\"\n"),
            ("a.h", b"beside\n"),
            ("inc/a.h", b"searched\n"),
            ("sub/b.h", b"#include \"c.h\"\n"),
            ("sub/c.h", b"deep\n"),
        ],
    );
    assert_eq!(directory.run("main.c", &["inc"]).as_deref(), Ok("beside searched deep"));
}

#[test]
fn include_next_goes_on_along_the_path() {
    let directory = Directory::new(
        "next",
        &[
            ("main.c", b"#include <stdbool.h>\nbool x = true;\n"),
            ("one/stdbool.h", b"one\n#include_next <stdbool.h>\n"),
            ("two/stdbool.h", b"two\n#include_next <stdbool.h>\n"),
        ],
    );
    assert_eq!(directory.run("main.c", &["one", "two"]).as_deref(), Ok("one two _Bool x = 1;"));
}

#[test]
fn pragma_once_and_guards_keep_a_header_out() {
    let directory = Directory::new(
        "once",
        &[
            ("main.c", b"#include \"a.h\"\n#include \"./a.h\"\n#include \"g.h\"\n#include \"g.h\"\n"),
            ("a.h", b"#pragma once\na\n"),
            ("g.h", b"#ifndef G\n#define G\ng\n#endif\n"),
        ],
    );
    assert_eq!(directory.run("main.c", &[]).as_deref(), Ok("a g"));
}

#[test]
fn a_file_that_includes_itself_ends_in_a_message() {
    let directory = Directory::new(
        "self",
        &[("main.c", b"#include \"main.c\"\n"), ("twice.c", b"#include \"twice.c\"\n#include \"twice.c\"\n")],
    );
    assert!(directory.run("main.c", &[]).is_err_and(|e| e.contains("too many nested")));
    assert!(directory.run("twice.c", &[]).is_err_and(|e| e.contains("too many nested")));
}

#[test]
fn missing_headers_are_all_reported_with_advice() {
    let shown = failure("#include <sys/epoll.h>\nint x;\n#include \"mine.h\"\n");
    assert!(shown.contains("cannot find the header <sys/epoll.h>"), "{shown}");
    assert!(
        shown.contains("test.c:1:10")
            && shown.contains("test.c:3:10")
            && shown.contains("pthread.h")
            && shown.contains("-I DIR"),
        "{shown}"
    );
    assert!(shown.contains("cannot find the header \"mine.h\""), "{shown}");
    assert!(failure("#include\n").contains("needs \"file\" or <file>"));
    assert!(failure("#include stdio.h\n").contains("needs \"file\" or <file>"));
}

#[test]
fn the_name_of_a_header_may_come_from_a_macro() {
    assert_eq!(tokens("#define H <stdbool.h>\n#include H\ntrue\n"), "1");
    assert_eq!(tokens("#define S(x) #x\n#define H S(stdbool.h)\n#include H\nfalse\n"), "0");
}

#[test]
fn options_define_undefine_and_include() {
    let directory = Directory::new("forced", &[("pre.h", b"#define P prefixed\n")]);
    let options = PreprocessOptions {
        defines: vec![
            ("A".into(), None),
            ("B".into(), Some("2".into())),
            ("F(x)".into(), Some("[x]".into())),
        ],
        undefines: vec!["__GNUC__".into()],
        forced_includes: vec![directory.0.join("pre.h")],
        ..Default::default()
    };
    let run = run_with("A B F(3) __GNUC__ P\n", &options);
    assert_eq!(run.text().trim(), "1 2 [3] __GNUC__ prefixed");
}

#[test]
fn data_models_differ_where_they_should() {
    let run = |data_model| {
        let options = PreprocessOptions { data_model, ..Default::default() };
        let text = "#include <limits.h>\n#if LONG_MAX == INT_MAX && defined __i386__\nnarrow\n#endif\n\
                    #if LONG_MAX > INT_MAX && defined __LP64__\nwide\n#endif\n__SIZEOF_POINTER__\n";
        run_with(text, &options).text().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(run(DataModel::Lp64), "wide 8");
    assert_eq!(run(DataModel::Ilp32), "narrow 4");
}

#[test]
fn unreadable_and_binary_files_are_reported() {
    let directory = Directory::new("binary", &[("a.c", b"int \0 x;"), ("b.c", b"\"\xff\" /* \xfe */ 'x'")]);
    assert!(directory.run("a.c", &[]).is_err_and(|e| e.contains("does not look like C source")));
    assert!(directory.run("none.c", &[]).is_err_and(|e| e.contains("no such file")));
    assert_eq!(directory.run("b.c", &[]).as_deref(), Ok("\"\u{fffd}\" 'x'"));
}

#[test]
fn marker_files_are_read_for_their_lines_only() {
    let directory = Directory::new(
        "marker",
        &[
            ("p.i", b"# 1 \"p.c\"\n# 2 \"p.c\"\nint a;\n# 5 \"/usr/include/x.h\" 1 3 4\nint b;\n"),
            ("p.c", b"// first\nint a; // here\n"),
        ],
    );
    let mut sources = SourceMap::default();
    let result =
        preprocess(&mut sources, Input::Path(directory.0.join("p.i")), &PreprocessOptions::default());
    let unit = &sources.units()[result.expect("correct").unit];
    let span = |word: &str| {
        let at = unit.base + unit.text.find(word).expect("in the output") as u32;
        Span { start: at, end: at + 1 }
    };
    assert_eq!(sources.line_text(span("a;")), "int a; // here");
    assert_eq!(sources.line_text(span("b;")), "int b;");
    assert_eq!(sources.locate(span("b;")).to_string(), "/usr/include/x.h:5");
    assert!(!Path::new("/usr/include/x.h").exists());
}
