//! Property files of the software verification competition (`*.prp`).
//!
//! A file holds lines such as `CHECK( init(main()), LTL(G ! call(reach_error())) )`. Each names the function the
//! program starts with and a formula; the formulas of this field are a fixed list.

use super::{Check, Checks};

/// Why a property file cannot be followed, in words that name the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecificationError(pub String);

impl std::fmt::Display for SpecificationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecificationError {}

/// What a property file asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    pub checks: Checks,
    /// The function the program starts with.
    pub entry: String,
    /// It also asks for blocks whose last pointer is lost, which nothing here looks for: without a violation the
    /// answer must say so.
    pub tracks_memory: bool,
}

pub fn read_specification(text: &str) -> Result<Specification, SpecificationError> {
    let mut checks = Checks::NONE;
    let mut tracks_memory = false;
    let mut entry: Option<String> = None;
    for (index, line) in text.lines().enumerate() {
        // Spaces mean nothing in these files.
        let dense: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        if dense.is_empty() || dense.starts_with("//") {
            continue;
        }
        let wrong = |what: &str| SpecificationError(format!("line {}: {what}: {}", index + 1, line.trim()));
        let (function, formula) =
            parts(&dense).ok_or_else(|| wrong("not of the form CHECK( init(main()), LTL(…) )"))?;
        tracks_memory |= formula == "Gvalid-memtrack";
        checks = checks.union(meaning(formula).ok_or_else(|| wrong("this property is not supported"))?);
        match &entry {
            Some(known) if known != function => {
                return Err(wrong("another function to start with than before"));
            }
            _ => entry = Some(function.to_string()),
        }
    }
    match entry {
        Some(entry) => Ok(Specification { checks, entry, tracks_memory }),
        None => Err(SpecificationError("there is no property in the file".to_string())),
    }
}

/// The entry function and the formula of `CHECK(init(main()),LTL(formula))`.
fn parts(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix("CHECK(init(")?.strip_suffix("))")?;
    let (function, rest) = inside.split_once("()),LTL(")?;
    Some((function, rest))
}

fn meaning(formula: &str) -> Option<Checks> {
    let check = match formula {
        "Gassert" => Check::Assert,
        "G!data-race" => Check::Race,
        "G!deadlock" => Check::Deadlock,
        "G!overflow" => Check::Overflow,
        "Gvalid-free" | "Gvalid-deref" | "Gvalid-memtrack" => Check::Memory,
        "Gvalid-memcleanup" => Check::Leak,
        // G ! call(reach_error()), or another name for it.
        _ => {
            let called = formula.strip_prefix("G!call(")?.strip_suffix("())")?;
            ["reach_error", "__VERIFIER_error"].contains(&called).then_some(Check::Assert)?
        }
    };
    Some(Checks::NONE.with(check))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Check> {
        let specification = read_specification(text).expect("a property file");
        assert_eq!(specification.entry, "main");
        specification.checks.iter().collect()
    }

    #[test]
    fn the_property_files_of_the_field_are_understood() {
        assert_eq!(read("CHECK( init(main()), LTL(G ! call(reach_error())) )\n"), [Check::Assert]);
        assert_eq!(read("CHECK( init(main()), LTL(G ! data-race) )"), [Check::Race]);
        assert_eq!(read("CHECK( init(main()), LTL(G ! overflow) )"), [Check::Overflow]);
        assert_eq!(read("CHECK( init(main()), LTL(G valid-memcleanup) )"), [Check::Leak]);
        let memory = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n";
        assert_eq!(read(memory), [Check::Memory]);
        assert!(!read_specification(memory).is_ok_and(|s| s.tracks_memory));
        let tracked = format!("{memory}CHECK( init(main()), LTL(G valid-memtrack) )");
        assert!(read_specification(&tracked).is_ok_and(|s| s.tracks_memory));
    }

    #[test]
    fn what_is_not_understood_is_named_with_its_line() {
        let termination = "\nCHECK( init(main()), LTL(F end) )";
        let error = read_specification(termination).unwrap_err().to_string();
        assert!(error.starts_with("line 2: this property is not supported"), "{error}");
        for wrong in
            ["", "int main(void) {}", "CHECK(init(main()))", "CHECK( init(main()), LTL(G ! call(f())) )"]
        {
            assert!(read_specification(wrong).is_err(), "{wrong}");
        }
        let two = "CHECK(init(a()),LTL(G assert))\nCHECK(init(b()),LTL(G assert))";
        assert!(read_specification(two).is_err());
    }
}
