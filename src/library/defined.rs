//! The functions that a model defines, found in its text.

/// The functions a model defines: a brace on a line of its own follows a line that begins with a type, or its
/// continuation. In a macro, `##suffix` stands for the three floating-point types.
pub fn defined_functions(text: &str) -> Vec<String> {
    let mut head = "";
    let mut found = Vec::new();
    for line in text.lines() {
        if line == "{" && !head.starts_with("static") {
            found.extend(function_name(head).map(str::to_string));
        }
        if !(line.starts_with(' ') && head.ends_with(',')) {
            head = line;
        }
        let in_macro = line.trim_end_matches('\\').trim();
        if let Some((before, _)) = in_macro.split_once("##suffix(")
            && in_macro.ends_with(')')
        {
            let base = before.rsplit(' ').next().unwrap_or(before);
            found.extend(["", "f", "l"].map(|suffix| format!("{base}{suffix}")));
        }
    }
    found
}

/// The name before the first parenthesis.
pub fn function_name(line: &str) -> Option<&str> {
    let (before, _) = line.split_once('(')?;
    let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_')? + 1;
    (start < before.len()).then_some(&before[start..])
}

#[cfg(test)]
mod tests {
    use super::defined_functions;

    #[test]
    fn functions_are_found_by_their_braces_and_those_of_macros_by_their_suffix() {
        let text = "int f(int x)\n{\n}\nstatic int g(void)\n{\n}\nvoid h(int a,\n       int b)\n{\n}\n\
                    #define M(suffix) \\\n    double floor##suffix(double x) \\\n";
        assert_eq!(defined_functions(text), ["f", "h", "floor", "floorf", "floorl"]);
    }
}
