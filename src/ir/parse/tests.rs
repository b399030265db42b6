//! What the text can say, and what is said about a text that is wrong.

use super::*;
use crate::ir::{Operand, Terminator};
use crate::source::Span;

/// A program with these lines in its only block, between what they mention.
fn with_lines(lines: &str) -> String {
    let lines: String = lines.lines().map(|line| format!("    {}\n", line.trim())).collect();
    format!(
        "target lp64 pointer 64 offset 32
entry f0
global g0 x : [4 x i32]
function f0 main() -> i32
  register %0 i : i32
  register %1 p : ptr
  register %2 b : u1
  register %3 d : f64
  register %4 f : f32
  register %5 w : i128
  register %6 u : u64
  register %7 c : u8
  register %8 j : i32
  local l0 array : i32
  b0:
{lines}    return 0
function f1 run(%0 argument : ptr) -> ptr
  b0:
    end_life all
    exit_thread %0
signature s0 (ptr) -> ptr
property p0 pointer main.pointer.1 : \"*p is a valid object\"
property p1 free main.free.1 : \"p is null or a live block of malloc\"
property p2 assertion main.assertion.1 : \"x > 0\"
property p3 leak leak : \"every block is freed\"
"
    )
}

fn parsed(text: &str) -> Program {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn stays(text: &str) {
    assert_eq!(parsed(text).to_text(), text);
}

fn error(text: &str) -> String {
    match parse(text) {
        Ok(_) => panic!("this is no program:\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// The message for a line, which is the sixteenth.
fn error_in_line(line: &str) -> String {
    let message = error(&with_lines(line));
    message.strip_prefix("line 16, ").unwrap_or_else(|| panic!("{message}")).to_string()
}

#[test]
fn every_instruction_is_read_as_it_is_printed() {
    stays(&with_lines(
        "%0 = 5 : i32
        %0 = not %8 : i32
        %0 = negate %8 : i32
        %2 = slt %0, 9 : u1
        %2 = mulfits 3, %0 : u1
        %0 = add %0, 1 : i32
        %6 = convert %0 : u64
        %6 = convert_signed u8 200 : u64
        %3 = float_mul %3, 2.5 : f64
        %2 = float_lt %4, 0.1 : u1
        %3 = float_square_root %3 : f64
        %4 = float_resize %3 : f32
        %7 = select %2, 1, %7 : u8
        %7 = select 1, 1, 255 : u8
        %1 = displace %1, -3 * 4 : ptr
        %1 = displace g0+4, %6 : ptr
        %1 = displace ptr 16, i128 1 * %6 : ptr
        %0 = load %1 : i32 check p0
        %0 = atomic load g0-4 : i32
        %0 = atomic acquire load g0 : i32
        %0 = atomic acq_rel/relaxed load g0+8 : i32
        %0 = load g0 : u32
        store %1, -1 : i32 check p0
        first store l0, %0 : i32
        atomic release store g0, 0 : i32
        store l0, null : ptr
        declare l0
        declare l0, u64 12
        end_life l0
        end_life all
        %0 = nondet : i32
        %2 = choose order of 3
        %2 = choose spurious failure
        operand 1
        operands end
        %1 = allocate 4 : ptr
        %1 = allocate_zeroed %6 : ptr
        %1 = allocate_internal 4 : ptr
        %1 = allocate_automatic i64 4 : ptr
        free %1 check p1
        free null
        %6 = block_size %1 : u64
        %6 = room %1 : u64
        call &f0()
        %1 = call %1(0, i64 -1, null) passing s0 : ptr check p0
        check_leaks p3
        assume %2
        limit 0 : \"more than \\\"4\\\" arguments\"
        wait %2 for g0
        assert %2 property p2
        hold g0
        release g0
        atomic_begin
        atomic_end
        fence seq_cst
        signal_fence acquire
        %6 = create_thread &f1(null) passing s0 : u64 check p0
        %6 = create_thread &f1(%1) : u64
        %1 = join_thread %6 : ptr
        %1 = join_thread u64 2 : ptr
        %6 = current_thread : u64",
    ));
}

#[test]
fn every_item_is_read_as_it_is_printed() {
    stays(
        "target ilp32 pointer 32 offset 18
entry f1
global g0 counts : [4 x {a@0: u8, @2: {b@0: i16} size 2} size 4] thread_local constant 0..1, 4..8
  +0 = 255 : u8
  +6 = -1 : i16
library global g1 fate : bytes(12) constant
global g2 table : [2 x ptr] constant
  +0 = g0+4 : ptr
  +4 = &f1 : ptr
library function f0 helper(%0 : f32, %1 many : ptr) -> ptr
  takes (long_double f32, record {x@0: i32} size 4, ...) -> record bytes(3)
  local l0 buffer : [8 x u8] constant 0..4
  local l1 whole : u8 constant
  b0:
    unreachable
function f1 main() -> i32
  loop0 b1..b2 body b2
  b0:
    %0 = 0 : i32
    jump b1
  b1:
    %1 = slt %0, 3 : u1
    branch %1, b2, b3
  b2:
    %0 = add %0, 1 : i32
    jump b1
  b3:
    exit_process
function f2 void()
  b0:
    return
signature s0 (f32, ptr) -> ptr
signature s1 (...)
signature s2 ()
adapter f2 of f1 for s1
adapter f0 of f0 for s2
library property p0 race race : \"no two threads access the same memory at the same time\"
property p1 deadlock deadlock : \"some thread can go on\"
limit \"main with more than 4 arguments\"
open f0
open g1
answer \"mentions pthread_cancel\" yes
answer \"reuses\" no
",
    );
}

#[test]
fn floats_are_kept_to_the_bit() {
    for bits in
        [0.1, -0.0, 1.0, f64::MIN_POSITIVE / 4.0, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, 1e-7, 1e300]
            .map(f64::to_bits)
            .into_iter()
            .chain([0x7ff8_0000_0000_0000, 0xfff8_0000_0000_0001, 0x7ff0_0000_0000_0001])
    {
        let value = Operand::Constant { bits: bits.into(), ty: crate::ir::Type::float(64) };
        let text = crate::ir::operand_text(value, crate::ir::Type::BOOL);
        let program = parsed(&with_lines(&format!("%3 = {text} : f64")));
        let op = &program.functions[0].blocks[0].instructions[0].op;
        assert_eq!(op.operands().collect::<Vec<_>>(), [value], "{text}");
        stays(&with_lines(&format!("%3 = {} : f64", text.strip_prefix("f64 ").unwrap())));
    }
    for text in ["0.1", "1e-45", "3.4028235e38", "nan", "nan 0xffc00001", "-inf"] {
        stays(&with_lines(&format!("%4 = {text} : f32")));
        stays(&with_lines(&format!("%2 = float_eq %4, {text} : u1")));
    }
}

#[test]
fn wide_numbers_are_kept() {
    for number in [i128::MIN, -1, i128::MAX] {
        stays(&with_lines(&format!("%5 = add %5, {number} : i128")));
    }
    stays(&with_lines(&format!("%5 = convert u128 {} : i128", u128::MAX)));
}

#[test]
fn any_name_and_any_text_can_be_said() {
    let odd = "a \"b\\\n\t\u{1b}é;→%0 : {";
    for name in [odd, "", "%0", "&f0", "a..b", "a.", "a:b", "0x", "unit::f$1", "ready|kind", "ü"] {
        let mut program = parsed(&with_lines("%0 = 1 : i32"));
        program.functions[0].name = name.to_string();
        program.functions[0].registers[0].name = Some(name.to_string());
        program.functions[0].locals[0].name = name.to_string();
        program.globals[0].name = name.to_string();
        program.properties[2].name = name.to_string();
        program.properties[2].description = name.to_string();
        let span = Span::default();
        program.limits.push(crate::ir::Limit { description: name.to_string(), span });
        program.answers.insert(name.to_string(), true);
        let again = parsed(&program.to_text());
        assert_eq!(again.to_text(), program.to_text());
        assert_eq!(again.functions[0].name, name);
        assert_eq!(again.functions[0].registers[0].name.as_deref(), Some(name));
        assert_eq!(again.properties[2].description, name);
        assert!(again.answers[name]);
    }
}

#[test]
fn the_sources_are_the_text() {
    let text = with_lines("%0 = 1 : i32").replace("function f1", "library function f1");
    let program = parsed(&text);
    let (own, library) = (&program.functions[0], &program.functions[1]);
    let span = own.blocks[0].instructions[0].span;
    assert_eq!(program.sources.text(span), "%0 = 1 : i32");
    assert_eq!(program.sources.locate(span).to_string(), "program.ir:16");
    assert_eq!(program.sources.line_text(own.blocks[0].terminator_span), "    return 0");
    assert!(!program.sources.is_embedded(own.span) && program.sources.is_embedded(library.span));
    assert_eq!(program.sources.locate(library.blocks[0].terminator_span).line, 21);
    assert!(!program.sources.is_embedded(program.properties[0].span));
    assert!(matches!(library.blocks[0].terminator, Terminator::ExitThread(_)));
}

#[test]
fn comments_and_empty_lines_mean_nothing() {
    let text = with_lines("%0 = 1 : i32");
    let other = text.replace('\n', " ; a remark \" é\r\n\n\t \n");
    assert_eq!(parsed(&format!("\n;\n{other}")).to_text(), text);
    assert_eq!(parsed(text.trim_end()).to_text(), text);
}

#[test]
fn layouts_nest_as_deep_as_declarations_and_no_deeper() {
    let nested = |depth: usize| {
        let (open, close) = ("{m@0: [1 x ".repeat(depth / 2), "]} size 1".repeat(depth / 2));
        with_lines("").replace("[4 x i32]", &format!("{open}u8{close}"))
    };
    stays(&nested(1200));
    assert!(error(&nested(100_000)).contains("a layout is at most 1300 layouts deep"));
}

#[test]
fn a_wrong_line_is_named_with_what_was_expected() {
    for (line, expected) in [
        ("%0 = ad %0, 1 : i32", "column 10: expected an instruction that sets a register, found 'ad'"),
        ("%0 = add %0 1 : i32", "column 17: expected ',', found '1'"),
        ("%0 = add %0, 1", "column 19: expected ':', found the end of the line"),
        ("%0 = add %0, 1 : i32 i32", "column 26: expected the end of the line, found 'i32'"),
        ("%0 = add %0, 1 : u32", "column 22: %0 has the type i32, not u32"),
        ("%0 = add %0, 2147483648 : i32", "column 18: 2147483648 is not a value of the type i32"),
        ("%7 = u8 -1 : u8", "column 13: -1 is not a value of the type u8"),
        ("%7 = 1.5 : u8", "column 10: 1.5 is not a value of the type u8"),
        ("%3 = nan 0x1 : f64", "column 10: nan is not a value of the type f64"),
        ("%0 = 1 : i200", "column 14: expected a type such as 'i32', 'u8', 'f64' or 'ptr', found 'i200'"),
        ("%x = 1 : i32", "column 5: expected a register such as '%0', found '%x'"),
        ("%0 = atomic store g0, 1 : i32", "column 17: expected 'load', found 'store'"),
        ("atomic load g0 : i32", "column 12: expected 'store', found 'load'"),
        ("fence strong", "column 11: expected a memory order, found 'strong'"),
        ("jump g0", "column 10: expected a block such as 'b0', found 'g0'"),
        ("frobnicate %0", "column 5: expected an instruction, found 'frobnicate'"),
        ("call &f0(1 2)", "column 16: expected ',' or ')', found '2'"),
        ("limit %2 : no quotes", "column 16: expected what is not followed in quotes, found 'no'"),
        ("limit %2 : \"no end", "column 16: a text ends with '\"' in the line in which it begins"),
        ("limit %2 : \"\\x\"", "column 16: a text has '\\' only before '\"', '\\', 'n', 't' and 'u'"),
        ("limit %2 : \"\\u{d800}\"", "column 16: after '\\u' comes the number of a character: '\\u{1b}'"),
        ("assume ?", "column 12: nothing begins with '?'"),
        ("assume é", "column 12: nothing begins with 'é'"),
    ] {
        assert_eq!(error_in_line(line), expected, "{line}");
    }
}

#[test]
fn a_wrong_item_is_named_with_what_was_expected() {
    let whole = with_lines("%0 = 1 : i32");
    for (from, to, expected) in [
        ("target lp64", "target lp65", "line 1, column 8: expected 'lp64' or 'ilp32', found 'lp65'"),
        ("target", "", "line 1, column 2: expected 'target', found 'lp64'"),
        ("entry f0\n", "", "line 2, column 1: expected 'entry', found 'global'"),
        ("global g0", "global g1", "line 3, column 8: expected 'g0', found 'g1'"),
        ("[4 x", "[99999999 x", "line 3, column 16: objects have at most 67108864 bytes"),
        ("[4 x", "[67108864 x", "line 3, column 15: objects have at most 67108864 bytes"),
        ("register %8", "register %9", "line 4, column 1: nothing says the type of %8"),
        ("register %8", "register %7", "line 13, column 12: %7 is declared twice"),
        ("  b0:\n    %0", "  b1:\n    %0", "line 15, column 3: expected 'b0', found 'b1'"),
        ("    return 0\n", "", "line 17, column 1: expected an instruction, found 'function'"),
        ("p0 pointer", "p0 unwinding", "line 23, column 13: expected a kind of property, found 'unwinding'"),
        (
            "(ptr) -> ptr\nprop",
            "(..., ptr)\nprop",
            "line 22, column 14: '...' stands once, behind all parameters",
        ),
    ] {
        assert!(whole.contains(from), "{from}");
        assert_eq!(error(&whole.replacen(from, to, 1)), expected, "{from}");
    }
    assert_eq!(error(""), "line 1, column 1: expected 'target', found the end of the text");
    let what = "'global', 'function', 'signature', 'adapter', 'property', 'limit', 'open' or 'answer'";
    assert_eq!(error(&format!("{whole}b1:")), format!("line 27, column 1: expected {what}, found 'b1'"));
}

#[test]
fn what_is_read_is_verified() {
    let whole = with_lines("%0 = 1 : i32");
    for (from, to, expected) in [
        ("entry f0", "entry f9", "the entry has a body"),
        ("pointer 64", "pointer 32", "pointers have room for offsets and for the numbers of objects"),
        ("offset 32", "offset 64", "pointers have room for offsets and for the numbers of objects"),
        ("%0 = 1", "%0 = %9", "the register exists"),
        ("%0 = 1 : i32", "jump b7", "targets exist"),
        ("x : [4 x i32]", "x : i32 constant 0..5", "what is constant lies inside the object"),
        ("signature s0", "open f7\nsignature s0", "what is open exists"),
        ("signature s0", "adapter f0 of f1 for s3\nsignature s0", "an adapter and what it adapts exist"),
    ] {
        assert!(whole.contains(from), "{from}");
        let message = error(&whole.replacen(from, to, 1).replacen("jump b7\n    return 0", "jump b7", 1));
        assert!(message.contains(expected), "{message}");
    }
}
