//! DRAT, in its textual form: one step a line.
//!
//! A line is a list of literals ended by 0, which adds a clause, or the same after `d`, which deletes one. Lines
//! that start with `c` are comments. The last line may lack its end, the last step may not: a proof that was cut
//! off in the middle is not one.

use super::Rejection;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Add(Vec<i32>),
    Delete(Vec<i32>),
}

/// The steps with the numbers of their lines. Literals of variables beyond `largest` are refused: none of our
/// engines invents variables, and a stray digit must not cost gigabytes.
pub(super) fn steps(
    proof: &[u8],
    largest: u32,
) -> impl Iterator<Item = Result<(usize, Step), Rejection>> + '_ {
    proof.split(|&byte| byte == b'\n').enumerate().filter_map(move |(index, text)| {
        let line = index + 1;
        let step = step(text, largest).map_err(|what| Rejection::Malformed { line, what });
        step.map(|step| step.map(|step| (line, step))).transpose()
    })
}

/// One line; `None` if there is nothing on it.
fn step(text: &[u8], largest: u32) -> Result<Option<Step>, String> {
    let text = std::str::from_utf8(text).map_err(|_| "this is not text".to_string())?;
    let mut words = text.split_ascii_whitespace().peekable();
    let deletes = match words.peek() {
        None => return Ok(None),
        Some(word) if word.starts_with('c') => return Ok(None),
        Some(word) => *word == "d",
    };
    if deletes {
        words.next();
    }
    let mut literals = Vec::new();
    let mut is_ended = false;
    for word in words {
        if is_ended {
            return Err("the line goes on after its 0".to_string());
        }
        match word.parse::<i32>() {
            Ok(0) => is_ended = true,
            Ok(literal) if literal.unsigned_abs() <= largest => literals.push(literal),
            Ok(literal) => return Err(format!("no clause has a variable {}", literal.unsigned_abs())),
            Err(_) => return Err(format!("'{word}' is not a literal")),
        }
    }
    match (is_ended, deletes) {
        (false, _) => Err("the line does not end in 0".to_string()),
        (true, true) => Ok(Some(Step::Delete(literals))),
        (true, false) => Ok(Some(Step::Add(literals))),
    }
}
