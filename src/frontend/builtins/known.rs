//! The functions the front end knows by name, for people who ask what is supported.
//!
//! A test reads the code that gives them their meaning and fails if a name is missing here.

/// Name, header that declares it (empty if none does), and what it means.
pub const KNOWN_FUNCTIONS: &[(&str, &str, &str)] = &[
    ("__CPROVER_assert", "", "the argument must hold"),
    ("__CPROVER_assume", "", "the path goes on only if the argument holds"),
    ("__CPROVER_atomic_begin", "", "no other thread runs until __CPROVER_atomic_end"),
    ("__CPROVER_atomic_end", "", "ends an atomic section"),
    ("__CPROVER_fence", "", "nothing: memory is sequentially consistent"),
    ("__CPROVER_input", "", "nothing"),
    ("__CPROVER_output", "", "nothing"),
    ("__ESBMC_assert", "", "the argument must hold"),
    ("__ESBMC_assume", "", "the path goes on only if the argument holds"),
    ("__ESBMC_atomic_begin", "", "no other thread runs until __ESBMC_atomic_end"),
    ("__ESBMC_atomic_end", "", "ends an atomic section"),
    ("__ESBMC_yield", "", "nothing"),
    ("__VERIFIER_assert", "", "the argument must hold"),
    ("__VERIFIER_assume", "", "the path goes on only if the argument holds"),
    ("__VERIFIER_atomic_begin", "", "no other thread runs until __VERIFIER_atomic_end"),
    ("__VERIFIER_atomic_end", "", "ends an atomic section"),
    ("__VERIFIER_error", "", "must not be reached"),
    ("__VERIFIER_nondet_TYPE", "", "an arbitrary value of the declared type, or of the type in the name"),
    ("__assert_fail", "assert.h", "must not be reached"),
    ("__atomic_OPERATION", "", "the builtins of gcc, sequentially consistent"),
    ("__builtin_alloca", "", "a block that lives on"),
    (
        "__builtin_add_overflow",
        "",
        "adds and says whether the result fits; so sub, mul and the forms with a type",
    ),
    ("__builtin_alloca_with_align", "", "a block that lives on"),
    ("__builtin_assume_aligned", "", "its first argument"),
    ("__builtin_assume", "", "the path goes on only if the argument holds"),
    ("__builtin_choose_expr", "", "one of its arguments"),
    ("__builtin_constant_p", "", "whether the argument is a constant"),
    ("__builtin_dynamic_object_size", "", "not known"),
    ("__builtin_expect", "", "its first argument"),
    ("__builtin_expect_with_probability", "", "its first argument"),
    ("__builtin_frame_address", "", "some address"),
    ("__builtin_memcmp", "", "as memcmp"),
    ("__builtin_memcpy", "", "as memcpy"),
    ("__builtin_memmove", "", "as memmove"),
    ("__builtin_memset", "", "as memset"),
    ("__builtin_object_size", "", "not known"),
    ("__builtin_prefetch", "", "nothing"),
    ("__builtin_return_address", "", "some address"),
    ("__builtin_trap", "", "ends the program without an error"),
    ("__builtin_types_compatible_p", "", "whether two types are the same"),
    ("__builtin_unreachable", "", "ends the path"),
    ("__builtin_va_copy", "", "variable arguments"),
    ("__builtin_va_end", "", "variable arguments"),
    ("__builtin_va_start", "", "variable arguments"),
    ("__sync_OPERATION", "", "the builtins of gcc"),
    ("alloca", "alloca.h", "a block that lives on"),
    ("assert", "assert.h", "the argument must hold"),
    ("assume", "", "the path goes on only if the argument holds"),
    ("copysign", "math.h", "exact"),
    ("copysignf", "math.h", "exact"),
    ("copysignl", "math.h", "as copysign"),
    ("fabs", "math.h", "exact"),
    ("fabsf", "math.h", "exact"),
    ("fabsl", "math.h", "as fabs"),
    ("fscanf", "stdio.h", "stores arbitrary values; the format must be a literal"),
    ("memcmp", "string.h", "by the types of the blocks"),
    ("memcpy", "string.h", "by the types of the blocks"),
    ("memmove", "string.h", "by the types of the blocks"),
    ("memset", "string.h", "by the types of the block"),
    ("nan", "math.h", "a quiet NaN"),
    ("nanf", "math.h", "a quiet NaN"),
    ("nanl", "math.h", "a quiet NaN"),
    ("reach_error", "", "must not be reached, whatever its body"),
    ("realloc", "stdlib.h", "by the type of the block"),
    ("scanf", "stdio.h", "stores arbitrary values; the format must be a literal"),
    ("sqrt", "math.h", "rounded correctly"),
    ("sqrtf", "math.h", "rounded correctly"),
    ("sqrtl", "math.h", "as sqrt"),
    ("sscanf", "stdio.h", "stores arbitrary values; the format must be a literal"),
    ("va_arg", "stdarg.h", "variable arguments"),
    ("va_copy", "stdarg.h", "variable arguments"),
    ("va_end", "stdarg.h", "variable arguments"),
    ("va_start", "stdarg.h", "variable arguments"),
    ("__va_copy", "", "variable arguments"),
    ("printf", "stdio.h", "only its arguments are evaluated"),
    ("fprintf", "stdio.h", "only its arguments are evaluated"),
    ("dprintf", "stdio.h", "only its arguments are evaluated"),
    ("vprintf", "stdio.h", "only its arguments are evaluated"),
    ("vfprintf", "stdio.h", "only its arguments are evaluated"),
    ("puts", "stdio.h", "only its arguments are evaluated"),
    ("putchar", "stdio.h", "only its arguments are evaluated"),
    ("putchar_unlocked", "", "only its arguments are evaluated"),
    ("putc", "stdio.h", "only its arguments are evaluated"),
    ("fputc", "stdio.h", "only its arguments are evaluated"),
    ("fputs", "stdio.h", "only its arguments are evaluated"),
    ("fflush", "stdio.h", "only its arguments are evaluated"),
    ("perror", "stdio.h", "only its arguments are evaluated"),
    ("__builtin_printf", "", "only its arguments are evaluated"),
];

#[cfg(test)]
mod tests {
    use super::KNOWN_FUNCTIONS;

    /// Names between the quotes of the patterns in a piece of code.
    fn quoted_names(code: &str) -> Vec<&str> {
        let is_pattern = |line: &&str| line.starts_with('"') || line.starts_with("| \"");
        let lines = code.lines().map(str::trim).filter(is_pattern);
        let before_arrow = lines.map(|line| line.split("=>").next().unwrap_or(line));
        before_arrow.flat_map(|line| line.split('"').skip(1).step_by(2)).collect()
    }

    #[test]
    fn every_name_with_a_meaning_is_listed() {
        let code = include_str!("intrinsics.rs");
        let calls = code.split("match name {").nth(1).expect("intrinsics are told apart by name");
        let calls = calls.split("/// A fresh property").next().expect("a function follows");
        let output = code.split("fn is_output").nth(1).expect("output is told apart by name");
        let names: Vec<&str> = quoted_names(calls).into_iter().chain(quoted_names(output)).collect();
        assert!(names.len() > 40, "{names:?}");
        for name in names {
            // What only models and preprocessed headers use is nobody's interface.
            let internal = name.starts_with("__bmc_")
                || name.starts_with("__isoc")
                || name.starts_with("__pthread_")
                || name == "pthread_setcanceltype"
                || name.starts_with("__sigsetjmp")
                || name.starts_with("__cancel_")
                || name.contains("asm");
            let listed = KNOWN_FUNCTIONS.iter().any(|(known, ..)| *known == name);
            assert!(internal || listed, "{name} is not listed");
        }
    }
}
