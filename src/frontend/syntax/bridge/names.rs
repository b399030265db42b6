//! Names that the bridge writes and lowering understands; and names of the program that the parser cannot spell.

/// A type that is that of the initialiser: `__auto_type`.
pub const INFERRED: &str = "__bmc_inferred";
pub const INT128: &str = "__bmc_int128";
pub const UINT128: &str = "__bmc_uint128";
/// `__float128`, which the parser does not know as a type.
pub const FLOAT128: &str = "__bmc_float128";
/// An attribute of a record: what `#pragma pack` says where it ends.
pub const PACK: &str = "bmc_pack";
/// `typeof_unqual(x)` is the type of this, called with `sizeof(x)`.
pub const UNQUALIFIED: &str = "__bmc_unqualified";
/// An attribute of a declaration: `constexpr`.
pub const CONSTANT: &str = "bmc_constexpr";
/// An attribute of an enumeration: its argument is `sizeof` of the type that C23 lets it name.
pub const UNDERLYING: &str = "bmc_underlying";
/// `__alignof__`, which is not always `_Alignof`; the operand is that of `sizeof`.
pub const PREFERRED_ALIGNMENT: &str = "__bmc_preferred_alignment";
/// Stands between `?` and `:` in `a ?: b`: the value of the condition.
pub const CONDITION: &str = "__bmc_condition";

/// Constructs that cannot be checked stand as these names in expressions: an error only if a program reaches them.
pub const REFUSED: &[(&str, &str, &str)] = &[
    (
        "__bmc_refused_asm_goto",
        "'asm goto'",
        "replace it by C, for instance by an if over __VERIFIER_nondet_int()",
    ),
    (
        "__bmc_refused_label_address",
        "the address of a label ('&&label')",
        "use a switch instead of a table of labels",
    ),
    (
        "__bmc_refused_computed_goto",
        "a computed goto ('goto *')",
        "use a switch instead of a table of labels",
    ),
];

/// What the name stands for, and a way around it.
pub fn refused(name: &str) -> Option<(&'static str, &'static str)> {
    REFUSED.iter().find(|(known, _, _)| *known == name).map(|(_, what, help)| (*what, *help))
}

/// All types among them; the bridge declares those that it uses, for the parser.
pub const TYPES: &[&str] = &[INFERRED, INT128, UINT128, FLOAT128];

const ENCODED: &str = "__bmc_char_";

/// `a$b` and names with letters beyond ASCII, spelt with what the parser takes for a name.
pub fn encode(name: &str) -> String {
    let mut encoded = String::with_capacity(name.len() + 16);
    for character in name.chars() {
        if character.is_ascii_alphanumeric() || character == '_' {
            encoded.push(character);
        } else {
            encoded.push_str(&format!("{ENCODED}{:x}_", character as u32));
        }
    }
    encoded
}

/// The text with all names as the user wrote them; `None` if nothing changes.
pub fn decode(text: &str) -> Option<String> {
    let mut rest = text;
    let mut decoded = String::new();
    let mut changed = false;
    while let Some(at) = rest.find(ENCODED) {
        let behind = &rest[at + ENCODED.len()..];
        let code = behind.split_once('_').and_then(|(code, after)| {
            let character = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
            Some((character, after))
        });
        decoded.push_str(&rest[..at]);
        match code {
            Some((character, after)) => {
                decoded.push(character);
                rest = after;
                changed = true;
            }
            None => {
                decoded.push_str(ENCODED);
                rest = behind;
            }
        }
    }
    decoded.push_str(rest);
    changed.then_some(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_names_come_back() {
        for name in ["a$b", "$", "größe", "tmp$1$2_"] {
            let encoded = encode(name);
            assert!(encoded.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
            assert_eq!(decode(&encoded).as_deref(), Some(name));
        }
        assert_eq!(decode("main"), None);
        assert_eq!(decode("__bmc_char_zz_x"), None);
    }
}
