//! A case: a function that computes results, as text for gcc, which prints them, and as text for us, with an
//! assertion for each.

use std::fmt::Write;

/// Names the type of an expression, without evaluating it.
pub const PROLOGUE: &str = "\
#define TYPE(e) _Generic((e), _Bool: 1, char: 2, signed char: 3, unsigned char: 4, short: 5, \\
    unsigned short: 6, int: 7, unsigned: 8, long: 9, unsigned long: 10, long long: 11, \\
    unsigned long long: 12, float: 13, double: 14, long double: 15, default: 16)
unsigned long long __VERIFIER_nondet_ulonglong(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static unsigned long long float_bits(float x) {
    union { float number; unsigned bits; } word;
    word.number = x;
    return word.bits;
}
static unsigned long long double_bits(double x) {
    union { double number; unsigned long long bits; } word;
    word.number = x;
    return word.bits;
}
static unsigned long long bytes(void *object, unsigned size) {
    unsigned char *p = object;
    unsigned long long hash = 0;
    for (unsigned i = 0; i < size; i++)
        hash = (hash << 9 | hash >> 55) ^ p[i];
    return hash;
}
static void fill(void *object, unsigned size, int value) {
    unsigned char *p = object;
    for (unsigned i = 0; i < size; i++)
        p[i] = value;
}
";

/// A part of a case's function.
pub enum Piece {
    Statement(String),
    /// An expression of an arithmetic type, evaluated once.
    Result(String),
    /// A constant expression: we are given its value in a static assertion.
    Constant(String),
}

/// A variable that a case begins with.
pub struct Input {
    pub ty: &'static str,
    pub name: String,
    pub value: String,
}

#[derive(Default)]
pub struct Case {
    /// Outside of the function.
    pub declarations: String,
    pub inputs: Vec<Input>,
    pub pieces: Vec<Piece>,
}

impl Case {
    pub fn result(&mut self, expression: impl Into<String>) {
        self.pieces.push(Piece::Result(expression.into()));
    }

    pub fn statement(&mut self, text: impl Into<String>) {
        self.pieces.push(Piece::Statement(text.into()));
    }

    fn results(&self) -> usize {
        self.pieces.iter().filter(|piece| !matches!(piece, Piece::Statement(_))).count()
    }
}

/// How the inputs of a case get their values on our side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inputs {
    Initialised,
    /// Any value is assumed to be the right one, so that nothing can be computed before solving.
    Assumed,
}

/// The program that prints one result a line.
pub fn printing(cases: &[Case]) -> String {
    let mut text = format!(
        "#include <stdio.h>\n{PROLOGUE}static void show(unsigned long long value) {{ printf(\"%llx\\n\", value); }}\n"
    );
    for (index, case) in cases.iter().enumerate() {
        let _ = writeln!(text, "{}static void case{index}(void) {{", case.declarations);
        for Input { ty, name, value } in &case.inputs {
            let _ = writeln!(text, "    {ty} {name} = {value};");
        }
        for piece in &case.pieces {
            let _ = match piece {
                Piece::Statement(statement) => writeln!(text, "    {statement}"),
                Piece::Result(expression) | Piece::Constant(expression) => {
                    writeln!(text, "    show({expression});")
                }
            };
        }
        text.push_str("}\n");
    }
    text.push_str("int main(void) {\n");
    for index in 0..cases.len() {
        let _ = writeln!(text, "    case{index}();");
    }
    text.push_str("    return 0;\n}\n");
    text
}

/// The program that asserts the values. An input chooses the case, so that each is a run of its own; with
/// assumed inputs there is one run through all of them.
pub fn asserting(cases: &[Case], values: &[&str], inputs: Inputs) -> String {
    let mut text = format!("#include <assert.h>\n{PROLOGUE}");
    let mut values = values.iter();
    for (index, case) in cases.iter().enumerate() {
        let _ = writeln!(text, "{}static void case{index}(void) {{", case.declarations);
        for Input { ty, name, value } in &case.inputs {
            let _ = match inputs {
                Inputs::Initialised => writeln!(text, "    {ty} {name} = {value};"),
                Inputs::Assumed => writeln!(
                    text,
                    "    {ty} {name} = ({ty})__VERIFIER_nondet_ulonglong(); \
                     __VERIFIER_assume({name} == ({ty})({value}));"
                ),
            };
        }
        for piece in &case.pieces {
            let _ = match piece {
                Piece::Statement(statement) => writeln!(text, "    {statement}"),
                Piece::Result(expression) => {
                    let value = values.next().copied().unwrap_or_default();
                    writeln!(text, "    assert((unsigned long long)({expression}) == 0x{value}ull);")
                }
                Piece::Constant(expression) => {
                    let value = values.next().copied().unwrap_or_default();
                    writeln!(
                        text,
                        "    _Static_assert((unsigned long long)({expression}) == 0x{value}ull, \"\");"
                    )
                }
            };
        }
        text.push_str("}\n");
    }
    text.push_str("int main(void) {\n");
    if inputs == Inputs::Initialised {
        text.push_str("    switch (__VERIFIER_nondet_int()) {\n");
        for index in 0..cases.len() {
            let _ = writeln!(text, "    case {index}: case{index}(); break;");
        }
        text.push_str("    }\n");
    } else {
        for index in 0..cases.len() {
            let _ = writeln!(text, "    case{index}();");
        }
    }
    text.push_str("    return 0;\n}\n");
    text
}

pub fn count_results(cases: &[Case]) -> usize {
    cases.iter().map(Case::results).sum()
}
