//! Makes a failing program small: delta debugging on its text.
//!
//! Knows of C only lines, braces, parentheses and names. A candidate is a program with something left out or
//! replaced by a constant; whether it still compiles and still fails is for the caller to say, so that nothing
//! here can be wrong, only too weak. The steps are repeated, coarse ones first, until none helps any more.

/// The smallest program found for which `fails` holds; `attempts` bounds how often it is asked. `text` fails.
pub fn shrink(text: &str, attempts: usize, fails: &mut dyn FnMut(&str) -> bool) -> String {
    let mut shrinker = Shrinker { best: lines(text), attempts, fails };
    // One statement per line lets lines be statements.
    let apart: Vec<String> = lines(text).iter().flat_map(|line| statements(line)).collect();
    if apart.len() > shrinker.best.len() {
        shrinker.accept(apart);
    }
    loop {
        let before = (shrinker.best.clone(), shrinker.attempts);
        shrinker.remove_names();
        shrinker.remove_blocks();
        shrinker.remove_runs_of_lines();
        shrinker.unwrap_blocks();
        shrinker.replace_expressions();
        if shrinker.best == before.0 || shrinker.attempts == 0 {
            return shrinker.best.join("\n") + "\n";
        }
    }
}

struct Shrinker<'a> {
    best: Vec<String>,
    attempts: usize,
    fails: &'a mut dyn FnMut(&str) -> bool,
}

impl Shrinker<'_> {
    /// Takes the candidate if it fails, too.
    fn accept(&mut self, candidate: Vec<String>) -> bool {
        if self.attempts == 0 || !is_balanced(&candidate) {
            return false;
        }
        self.attempts -= 1;
        let fails = (self.fails)(&(candidate.join("\n") + "\n"));
        if fails {
            self.best = candidate;
        }
        fails
    }

    fn without(&self, mut drop: impl FnMut(usize) -> bool) -> Vec<String> {
        let kept = self.best.iter().enumerate().filter(|(index, _)| !drop(*index));
        kept.map(|(_, line)| line.clone()).collect()
    }

    /// All lines that mention a name, with the blocks they begin: a thread, a lock, a variable.
    fn remove_names(&mut self) {
        let mut names: Vec<String> = self.best.iter().flat_map(|line| words(line)).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let mut dropped = vec![false; self.best.len()];
            for index in 0..self.best.len() {
                if words(&self.best[index]).contains(&name) {
                    let last = if opens(&self.best[index]) > 0 { self.end_of_block(index) } else { index };
                    dropped[index..=last].fill(true);
                }
            }
            let candidate = self.without(|index| dropped[index]);
            if candidate.len() < self.best.len() {
                self.accept(candidate);
            }
        }
    }

    fn remove_blocks(&mut self) {
        let mut index = 0;
        while index < self.best.len() {
            if opens(&self.best[index]) > 0 {
                let last = self.end_of_block(index);
                let candidate = self.without(|at| (index..=last).contains(&at));
                if self.accept(candidate) {
                    continue;
                }
            }
            index += 1;
        }
    }

    /// Fewer and fewer lines at once.
    fn remove_runs_of_lines(&mut self) {
        let mut length = (self.best.len() / 2).max(1);
        loop {
            let mut index = self.best.len();
            while index > 0 {
                index = index.min(self.best.len());
                let from = index.saturating_sub(length);
                let candidate = self.without(|at| (from..index).contains(&at));
                self.accept(candidate);
                index = from;
            }
            if length == 1 {
                return;
            }
            length /= 2;
        }
    }

    /// Two lines at once, between which the braces are balanced: what is around a block, a lock and its unlock.
    fn unwrap_blocks(&mut self) {
        let mut first = 0;
        while first < self.best.len() {
            let mut last = first + 1;
            while last < self.best.len() {
                let candidate = self.without(|at| at == first || at == last);
                if !self.accept(candidate) {
                    last += 1;
                }
            }
            first += 1;
        }
    }

    /// Conditions, values and arguments become constants, or one of their operands.
    fn replace_expressions(&mut self) {
        for index in 0..self.best.len() {
            let mut tried = 0;
            loop {
                let line = self.best.get(index).cloned().unwrap_or_default();
                let candidates = simpler(&line);
                let Some(simple) = candidates.get(tried) else { break };
                let mut candidate = self.best.clone();
                candidate[index] = simple.clone();
                tried = if self.accept(candidate) { 0 } else { tried + 1 };
            }
        }
    }

    /// The line on which the block that begins on this line ends.
    fn end_of_block(&self, first: usize) -> usize {
        let mut depth = 0;
        for (index, line) in self.best.iter().enumerate().skip(first) {
            depth += opens(line) - closes(line);
            if depth <= 0 {
                return index;
            }
        }
        self.best.len() - 1
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_string).filter(|line| !line.trim().is_empty()).collect()
}

fn opens(line: &str) -> i32 {
    line.matches('{').count() as i32
}

fn closes(line: &str) -> i32 {
    line.matches('}').count() as i32
}

fn is_balanced(lines: &[String]) -> bool {
    let mut depth = 0;
    for bracket in lines.iter().flat_map(|line| line.chars()) {
        depth += match bracket {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// The statements of a line, each on a line of its own; a line that is one expression more stays as it is.
fn statements(line: &str) -> Vec<String> {
    let indent: String = line.chars().take_while(|c| *c == ' ').collect();
    let mut parts = Vec::new();
    let (mut part, mut depth) = (String::new(), 0);
    let declares_a_type = line.contains("struct") || line.starts_with('#') || line.contains("= {");
    for character in line.trim().chars() {
        part.push(character);
        depth += match character {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth == 0 && matches!(character, ';' | '{' | '}') && !declares_a_type {
            parts.push(std::mem::take(&mut part));
        }
    }
    parts.push(part);
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts.map(|part| format!("{indent}{part}")).collect()
}

fn words(line: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words = line.split(|c| !is_part(c)).filter(|word| word.starts_with(|c: char| c.is_alphabetic()));
    words.map(str::to_string).collect()
}

/// Lines that say less in the place of this one, the simplest first.
fn simpler(line: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut replace = |from: usize, to: usize, with: &str| {
        let candidate = format!("{}{with}{}", &line[..from], &line[to..]);
        if candidate.len() < line.len() && !found.contains(&candidate) {
            found.push(candidate);
        }
    };
    for (open, _) in line.match_indices('(') {
        let Some(close) = matching(line, open) else { continue };
        ["0", "1"].iter().for_each(|constant| replace(open + 1, close, constant));
        for (from, to) in operands(line, open + 1, close) {
            replace(open + 1, close, line[from..to].trim());
        }
    }
    if let (Some(equals), Some(end)) = (line.find(" = "), line.rfind(';')) {
        ["0", "1"].iter().for_each(|constant| replace(equals + 3, end, constant));
        for (from, to) in operands(line, equals + 3, end) {
            replace(equals + 3, end, line[from..to].trim());
        }
    }
    found
}

/// Where the parenthesis that opens there is closed.
fn matching(line: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, character) in line[open..].char_indices() {
        depth += match character {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth == 0 {
            return Some(open + at);
        }
    }
    None
}

/// The two sides of each operator between blanks, outside of parentheses.
fn operands(line: &str, from: usize, to: usize) -> Vec<(usize, usize)> {
    const OPERATORS: [&str; 9] = [" && ", " || ", " == ", " != ", " > ", " < ", " + ", " - ", " * "];
    let mut sides = Vec::new();
    for operator in OPERATORS {
        for (at, _) in line.match_indices(operator).filter(|(at, _)| (from..to).contains(at)) {
            let before = &line[from..at];
            if before.matches('(').count() == before.matches(')').count() {
                sides.extend([(from, at), (at + operator.len(), to)]);
            }
        }
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "int x, y;\nvoid *t(void *arg) {\n    if (x == 1 && y > 2) {\n        x = y + 3; y = 0;\n    } \
                           else {\n        y = x;\n    }\n    return 0;\n}\nint main(void) {\n    t(0); y = 4;\n    \
                           return 0;\n}\n";

    #[test]
    fn what_the_failure_does_not_need_is_left_out() {
        let fails = |text: &str| text.contains("int main(void) {") && text.contains("y = x;");
        let small = shrink(PROGRAM, 10_000, &mut { fails });
        let left: Vec<&str> = small.lines().map(str::trim).collect();
        assert_eq!(left, ["y = x;", "int main(void) {", "}"]);
    }

    #[test]
    fn conditions_and_values_become_constants() {
        let fails = |text: &str| text.contains("if (") && text.contains("x = ");
        let small = shrink(PROGRAM, 10_000, &mut { fails });
        assert!(small.contains("if (0)") && small.contains("x = 0;"), "{small}");
        assert!(small.lines().count() <= 3, "{small}");
    }

    #[test]
    fn every_candidate_has_balanced_braces_and_attempts_are_bounded() {
        let mut asked = 0;
        let small = shrink(PROGRAM, 25, &mut |text| {
            asked += 1;
            assert!(is_balanced(&lines(text)), "{text}");
            text.contains("main")
        });
        assert!(asked <= 25 && small.contains("main"));
    }

    #[test]
    fn statements_of_one_line_are_told_apart() {
        let apart = statements("    if (a) { x = 1; f(b, c); }");
        assert_eq!(apart, ["    if (a) {", "    x = 1;", "    f(b, c);", "    }"]);
        assert_eq!(statements("    for (i = 0; i < 2; i++)"), ["    for (i = 0; i < 2; i++)"]);
    }
}
