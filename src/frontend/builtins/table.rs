//! The table of builtins: for each name, what it means to people and how a call of it is lowered.
//!
//! A name stands in one row only. Families, whose members are told by how their names are made, come last: the first
//! row that has a name counts.

use super::Lower::{Always, Elsewhere, Perhaps};
use super::floating::{Class, Order};
use super::*;
use crate::frontend::syntax::bridge::names;
use crate::ir::FenceScope;

const ASSUMES: &str = "the path goes on only if the argument holds";
const DEMANDS: &str = "the argument must hold";
const ENDS_SECTION: &str = "ends an atomic section";
const LIVES_ON: &str = "a block that lives on";
const VARIABLE: &str = "variable arguments";
const SCANS: &str = "stores arbitrary values; the format must be a literal";
const WRITES: &str = "only its arguments are evaluated";

pub(super) static BUILTINS: &[Builtin] = &[
    // Conditions.
    listed(
        &["__CPROVER_assume", "__ESBMC_assume", "__VERIFIER_assume", "__builtin_assume", "assume"],
        "",
        ASSUMES,
        Always(conditions::assume),
    ),
    unlisted(&["__bmc_assume"], Always(conditions::assume)),
    listed(
        &["__CPROVER_assert", "__ESBMC_assert", "__VERIFIER_assert"],
        "",
        DEMANDS,
        Always(conditions::assert),
    ),
    listed(&["assert"], "assert.h", DEMANDS, Always(conditions::assert)),
    unlisted(&["__bmc_assert"], Always(conditions::assert)),
    listed(&["__VERIFIER_error"], "", "must not be reached", Always(conditions::fail)),
    listed(&["__assert_fail"], "assert.h", "must not be reached", Always(conditions::fail)),
    listed(&["reach_error"], "", "must not be reached, whatever its body", Always(conditions::fail))
        .overriding(),
    unlisted(&["__bmc_limit"], Always(conditions::limit)),
    unlisted(&["__bmc_require"], Always(conditions::require)),
    unlisted(&["__bmc_checked"], Always(conditions::checked)),
    unlisted(&["__bmc_wrapping"], Always(conditions::wrapping)),
    // Threads, and what no other thread interrupts.
    unlisted(&["__bmc_create_thread"], Always(threads::create)),
    unlisted(&["__bmc_join_thread"], Always(threads::join)),
    unlisted(&["__bmc_current_thread"], Always(threads::current)),
    unlisted(&["__bmc_exit_thread"], Always(threads::exit)),
    unlisted(&["__bmc_wait"], Always(threads::wait)),
    unlisted(&["__bmc_hold"], Always(|lowering, call| threads::hold(lowering, call, true))),
    unlisted(&["__bmc_release"], Always(|lowering, call| threads::hold(lowering, call, false))),
    listed(
        &["__CPROVER_atomic_begin"],
        "",
        "no other thread runs until __CPROVER_atomic_end",
        Always(threads::begin_section),
    ),
    listed(
        &["__ESBMC_atomic_begin"],
        "",
        "no other thread runs until __ESBMC_atomic_end",
        Always(threads::begin_section),
    ),
    listed(
        &["__VERIFIER_atomic_begin"],
        "",
        "no other thread runs until __VERIFIER_atomic_end",
        Always(threads::begin_section),
    ),
    unlisted(&["__bmc_atomic_begin"], Always(threads::begin_section)),
    listed(
        &["__CPROVER_atomic_end", "__ESBMC_atomic_end", "__VERIFIER_atomic_end"],
        "",
        ENDS_SECTION,
        Always(threads::end_section),
    ),
    unlisted(&["__bmc_atomic_end"], Always(threads::end_section)),
    listed(
        &["__CPROVER_fence"],
        "",
        "nothing: memory is sequentially consistent",
        Always(threads::full_fence),
    ),
    // Hints of other checkers: every interleaving is tried anyway.
    listed(
        &["__CPROVER_input", "__CPROVER_output", "__ESBMC_yield"],
        "",
        "nothing",
        Always(compiler::nothing),
    ),
    // Cancellation, as far as the models do not follow it.
    unlisted(&["pthread_setcanceltype"], Perhaps(cancellation::set_type)),
    unlisted(&["__sigsetjmp", "__sigsetjmp_cancel"], Perhaps(cleanup::set_jump)),
    unlisted(&["__pthread_register_cancel"], Always(cleanup::register)),
    unlisted(&["__pthread_unregister_cancel"], Always(cleanup::unregister)),
    unlisted(&["__pthread_unwind_next"], Always(ending::unreachable)),
    // The end.
    unlisted(&["__bmc_check_leaks"], Always(ending::check_leaks)),
    unlisted(&["__bmc_exit_process"], Always(ending::exit_process)),
    listed(&["__builtin_trap"], "", "ends the program without an error", Always(ending::exit_process)),
    listed(&["__builtin_unreachable"], "", "ends the path", Always(ending::unreachable)),
    // Memory.
    unlisted(&["__bmc_allocate"], Always(memory::allocate)),
    unlisted(&["__bmc_block_size"], Always(memory::block_size)),
    unlisted(&["__bmc_free"], Always(memory::free)),
    listed(&["alloca"], "alloca.h", LIVES_ON, Always(memory::automatic)),
    listed(&["__builtin_alloca"], "", LIVES_ON, Always(memory::automatic)),
    listed(&["__builtin_alloca_with_align"], "", LIVES_ON, Always(memory::automatic_aligned)),
    listed(&["memcmp", "memcpy", "memmove"], "string.h", "by the types of the blocks", Perhaps(blocks::call)),
    listed(&["memset"], "string.h", "by the types of the block", Perhaps(blocks::call)),
    listed(&["realloc"], "stdlib.h", "by the type of the block", Perhaps(blocks::call)),
    listed(&["__builtin_memcmp"], "", "as memcmp", Perhaps(blocks::call)).calling(Instead::Prefixed),
    listed(&["__builtin_memcpy"], "", "as memcpy", Perhaps(blocks::call)).calling(Instead::Prefixed),
    listed(&["__builtin_memmove"], "", "as memmove", Perhaps(blocks::call)).calling(Instead::Prefixed),
    listed(&["__builtin_memset"], "", "as memset", Perhaps(blocks::call)).calling(Instead::Prefixed),
    // What models ask.
    unlisted(&["__bmc_mentions"], Always(questions::mentions)),
    unlisted(&["__bmc_checks"], Always(questions::checks)),
    unlisted(&["__bmc_is_run"], Always(questions::is_run)),
    unlisted(&["__bmc_spurious_wakeups"], Always(questions::spurious_wakeups)),
    unlisted(&["__bmc_spurious_failures"], Always(questions::spurious_failures)),
    unlisted(&["__bmc_malloc_may_fail"], Always(questions::malloc_may_fail)),
    unlisted(&["__bmc_fails_spuriously"], Always(questions::fails_spuriously)),
    // Input and output.
    listed(&["scanf"], "stdio.h", SCANS, Always(|lowering, call| scan::scan(lowering, call, 0))),
    listed(&["fscanf", "sscanf"], "stdio.h", SCANS, Always(|lowering, call| scan::scan(lowering, call, 1))),
    unlisted(&["__isoc99_scanf", "__isoc23_scanf"], Always(|lowering, call| scan::scan(lowering, call, 0))),
    unlisted(
        &["__isoc99_fscanf", "__isoc99_sscanf", "__isoc23_fscanf", "__isoc23_sscanf"],
        Always(|lowering, call| scan::scan(lowering, call, 1)),
    ),
    output(
        &[
            "printf", "fprintf", "dprintf", "vprintf", "vfprintf", "puts", "putchar", "putc", "fputc",
            "fputs", "fflush", "perror",
        ],
        "stdio.h",
    ),
    output(&["putchar_unlocked"], ""),
    output(&["__builtin_printf"], "").calling(Instead::Prefixed),
    // Variable arguments.
    listed(&["va_start"], "stdarg.h", VARIABLE, Always(variable_arguments::start)),
    listed(&["va_copy"], "stdarg.h", VARIABLE, Always(variable_arguments::copy)),
    listed(&["va_end"], "stdarg.h", VARIABLE, Always(compiler::nothing)),
    listed(&["va_arg"], "stdarg.h", VARIABLE, Elsewhere),
    listed(&["__builtin_va_start"], "", VARIABLE, Always(variable_arguments::start)),
    listed(&["__builtin_va_copy", "__va_copy"], "", VARIABLE, Always(variable_arguments::copy)),
    listed(&["__builtin_va_end"], "", VARIABLE, Always(compiler::nothing)),
    // Advice for the compiler, and questions to it.
    listed(&["__builtin_prefetch"], "", "nothing", Always(compiler::advice)),
    unlisted(
        &[
            "__builtin___clear_cache",
            "__builtin_ia32_pause",
            "__builtin_ia32_lfence",
            "__builtin_ia32_mfence",
            "__builtin_ia32_sfence",
        ],
        Always(compiler::advice),
    ),
    listed(&["__builtin_assume_aligned"], "", "its first argument", Always(compiler::assume_aligned)),
    listed(&["__builtin_expect"], "", "its first argument", Always(compiler::expect)).idle(),
    listed(
        &["__builtin_expect_with_probability"],
        "",
        "its first argument",
        Always(compiler::expect_with_probability),
    ),
    listed(
        &["__builtin_frame_address", "__builtin_return_address"],
        "",
        "some address",
        Always(compiler::some_address),
    ),
    listed(
        &["__builtin_object_size", "__builtin_dynamic_object_size"],
        "",
        "not known",
        Always(compiler::object_size),
    ),
    listed(&["__builtin_choose_expr"], "", "one of its arguments", Always(compiler::choose)),
    listed(
        &["__builtin_constant_p"],
        "",
        "whether the argument is a constant",
        Always(compiler::is_constant),
    ),
    listed(
        &["__builtin_types_compatible_p"],
        "",
        "whether two types are the same",
        Always(compiler::types_compatible),
    ),
    unlisted(&[names::UNQUALIFIED], Always(compiler::unqualified)),
    unlisted(&[names::PREFERRED_ALIGNMENT], Always(compiler::preferred_alignment)),
    unlisted(&["asm", "__asm__", "__asm"], Always(assembly::call)),
    // Floating-point numbers.
    listed(&["fabs", "fabsf", "copysign", "copysignf"], "math.h", "exact", Always(floating::function)),
    listed(&["fabsl"], "math.h", "as fabs", Always(floating::function)),
    listed(&["copysignl"], "math.h", "as copysign", Always(floating::function)),
    listed(&["nan", "nanf", "nanl"], "math.h", "a quiet NaN", Always(floating::function)),
    listed(&["sqrt", "sqrtf"], "math.h", "rounded correctly", Always(floating::function)),
    listed(&["sqrtl"], "math.h", "as sqrt", Always(floating::function)),
    unlisted(
        &["__builtin_isnan", "__isnan", "__isnanf", "__isnanl", "isnanf", "isnan"],
        Always(|lowering, call| floating::class(lowering, call, Class::Nan)),
    ),
    unlisted(
        &["__builtin_isinf", "__builtin_isinf_sign", "__isinf", "__isinff", "__isinfl", "isinf"],
        Always(|lowering, call| floating::class(lowering, call, Class::Infinite)),
    ),
    unlisted(
        &[
            "__builtin_isfinite",
            "__builtin_finite",
            "__finite",
            "__finitef",
            "__finitel",
            "finite",
            "isfinite",
        ],
        Always(|lowering, call| floating::class(lowering, call, Class::Finite)),
    ),
    unlisted(
        &["__builtin_isnormal", "isnormal"],
        Always(|lowering, call| floating::class(lowering, call, Class::Normal)),
    ),
    unlisted(
        &[
            "__builtin_signbit",
            "__builtin_signbitf",
            "__builtin_signbitl",
            "__signbit",
            "__signbitf",
            "__signbitl",
            "signbit",
        ],
        Always(|lowering, call| floating::class(lowering, call, Class::Sign)),
    ),
    unlisted(&["__builtin_fpclassify"], Always(floating::classify)),
    unlisted(&["__bmc_float_bits"], Always(|lowering, call| floating::class(lowering, call, Class::Bits))),
    unlisted(&["__bmc_bits_float"], Always(floating::number)),
    unlisted(
        &["__builtin_isgreater"],
        Always(|lowering, call| floating::order(lowering, call, Order::Greater)),
    ),
    unlisted(
        &["__builtin_isgreaterequal"],
        Always(|lowering, call| floating::order(lowering, call, Order::GreaterOrEqual)),
    ),
    unlisted(&["__builtin_isless"], Always(|lowering, call| floating::order(lowering, call, Order::Less))),
    unlisted(
        &["__builtin_islessequal"],
        Always(|lowering, call| floating::order(lowering, call, Order::LessOrEqual)),
    ),
    unlisted(
        &["__builtin_islessgreater"],
        Always(|lowering, call| floating::order(lowering, call, Order::LessOrGreater)),
    ),
    unlisted(
        &["__builtin_isunordered"],
        Always(|lowering, call| floating::order(lowering, call, Order::Unordered)),
    ),
    // Atomic operations; the families of them are listed below.
    unlisted(&["__bmc_atomic_begin_ordered"], Always(atomic::begin_ordered)),
    unlisted(&["__bmc_thread_fence"], Always(atomic::evaluated_fence)),
    unlisted(
        &["__atomic_thread_fence", "__sync_synchronize"],
        Always(|lowering, call| atomic::fence(lowering, call, FenceScope::AllThreads)),
    ),
    unlisted(
        &["__atomic_signal_fence"],
        Always(|lowering, call| atomic::fence(lowering, call, FenceScope::OwnThread)),
    ),
    unlisted(&["__atomic_load_n"], Always(atomic::load)).idle(),
    unlisted(&["__atomic_load"], Always(atomic::load_into)).idle(),
    unlisted(&["__atomic_store_n"], Always(atomic::store)),
    unlisted(&["__atomic_store"], Always(atomic::store_from)),
    unlisted(&["__atomic_exchange_n"], Always(atomic::exchange)),
    unlisted(&["__atomic_exchange"], Always(atomic::exchange_into)),
    unlisted(&["__atomic_test_and_set"], Always(atomic::test_and_set)),
    unlisted(&["__atomic_clear"], Always(atomic::clear)),
    unlisted(&["__atomic_always_lock_free", "__atomic_is_lock_free"], Always(atomic::is_lock_free)),
    unlisted(&["__sync_lock_test_and_set"], Always(atomic::acquire)),
    unlisted(&["__sync_lock_release"], Always(atomic::release)),
    unlisted(
        &["__sync_bool_compare_and_swap"],
        Always(|lowering, call| exchange::compare_and_swap(lowering, call, true)),
    ),
    unlisted(
        &["__sync_val_compare_and_swap"],
        Always(|lowering, call| exchange::compare_and_swap(lowering, call, false)),
    ),
    unlisted(
        &["__atomic_compare_exchange_n"],
        Always(|lowering, call| exchange::compare_exchange(lowering, call, false)),
    ),
    unlisted(
        &["__atomic_compare_exchange"],
        Always(|lowering, call| exchange::compare_exchange(lowering, call, true)),
    ),
    // Functions of the library under the names by which gcc knows them.
    unlisted(
        &[
            "__builtin_abort",
            "__builtin_abs",
            "__builtin_labs",
            "__builtin_llabs",
            "__builtin_calloc",
            "__builtin_exit",
            "__builtin_free",
            "__builtin_malloc",
            "__builtin_realloc",
            "__builtin_memchr",
            "__builtin_mempcpy",
            "__builtin_putchar",
            "__builtin_puts",
            "__builtin_fprintf",
            "__builtin_snprintf",
            "__builtin_sprintf",
            "__builtin_stpcpy",
            "__builtin_strcat",
            "__builtin_strchr",
            "__builtin_strcmp",
            "__builtin_strcpy",
            "__builtin_strcspn",
            "__builtin_strlen",
            "__builtin_strncat",
            "__builtin_strncmp",
            "__builtin_strncpy",
            "__builtin_strpbrk",
            "__builtin_strrchr",
            "__builtin_strspn",
            "__builtin_strstr",
            "__builtin_strdup",
            "__builtin_tolower",
            "__builtin_toupper",
            "__builtin_isalnum",
            "__builtin_isalpha",
            "__builtin_isdigit",
            "__builtin_isspace",
            "__builtin_isupper",
            "__builtin_islower",
            "__builtin_isxdigit",
            "__builtin_isprint",
        ],
        Elsewhere,
    )
    .calling(Instead::Prefixed),
    unlisted(
        &[
            "__builtin___memcpy_chk",
            "__builtin___memmove_chk",
            "__builtin___memset_chk",
            "__builtin___strcpy_chk",
            "__builtin___strcat_chk",
            "__builtin___strncpy_chk",
            "__builtin___strncat_chk",
            "__builtin___stpcpy_chk",
            "__builtin___mempcpy_chk",
        ],
        Elsewhere,
    )
    .calling(Instead::WithSize),
    // Families.
    family("__VERIFIER_nondet_TYPE", arbitrary::is_arbitrary, Always(arbitrary::value))
        .meaning("an arbitrary value of the declared type, or of the type in the name")
        .idle(),
    family("nondet_TYPE", arbitrary::is_short_arbitrary, Perhaps(arbitrary::declared_value)),
    family("__builtin_sqrtTYPE", floating::is_builtin, Always(floating::function)),
    family("__atomic_OPERATION", atomic::is_atomic, Perhaps(atomic::atomic_update))
        .meaning("the builtins of gcc, sequentially consistent"),
    family("__sync_OPERATION", atomic::is_sync, Perhaps(atomic::sync_update)).meaning("the builtins of gcc"),
    family("__builtin_add_overflow", overflow::is_overflow, Always(overflow::arithmetic))
        .meaning("adds and says whether the result fits; so sub, mul and the forms with a type"),
];

const fn unlisted(names: &'static [&'static str], lower: Lower) -> Builtin {
    let names = Names::These(names);
    Builtin { names, listed: None, lower, instead: None, overrides_definition: false, is_idle: false }
}

const fn listed(
    names: &'static [&'static str],
    header: &'static str,
    meaning: &'static str,
    lower: Lower,
) -> Builtin {
    Builtin { listed: Some(Listed { header, meaning }), ..unlisted(names, lower) }
}

const fn output(names: &'static [&'static str], header: &'static str) -> Builtin {
    listed(names, header, WRITES, Always(output::output)).idle()
}

const fn family(shown: &'static str, has: fn(&str) -> bool, lower: Lower) -> Builtin {
    Builtin { names: Names::Family { shown, has }, ..unlisted(&[], lower) }
}

impl Builtin {
    /// It is listed, and no header declares it.
    const fn meaning(self, meaning: &'static str) -> Builtin {
        Builtin { listed: Some(Listed { header: "", meaning }), ..self }
    }

    const fn calling(self, instead: Instead) -> Builtin {
        Builtin { instead: Some(instead), ..self }
    }

    const fn idle(self) -> Builtin {
        Builtin { is_idle: true, ..self }
    }

    const fn overriding(self) -> Builtin {
        Builtin { overrides_definition: true, ..self }
    }
}
