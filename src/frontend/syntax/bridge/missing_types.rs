//! Names of types that everybody knows, in files that declare them nowhere.
//!
//! Preprocessed files that passed through other tools, and sources that rely on another header, use `size_t`,
//! `wchar_t` or `uint32_t` without a declaration. Integer types get the one they have on Linux. Types of a
//! library are not made up; the message names their header.

use rustc_hash::FxHashSet;

use super::Edits;
use super::outline::{Outline, is_type_word};

/// Sorted by name. `sizeof` and differences have the type of the data model by themselves.
const INTEGERS: &[(&str, &str)] = &[
    ("bool", "_Bool"),
    ("char16_t", "unsigned short"),
    ("char32_t", "unsigned int"),
    ("int16_t", "short"),
    ("int32_t", "int"),
    ("int64_t", "long long"),
    ("int8_t", "signed char"),
    ("intmax_t", "long long"),
    ("intptr_t", "__typeof__((char *)0 - (char *)0)"),
    ("nullptr_t", "void *"),
    ("off_t", "long"),
    ("pid_t", "int"),
    ("ptrdiff_t", "__typeof__((char *)0 - (char *)0)"),
    ("size_t", "__typeof__(sizeof(0))"),
    ("ssize_t", "__typeof__((char *)0 - (char *)0)"),
    ("u_char", "unsigned char"),
    ("u_int", "unsigned int"),
    ("u_int16_t", "unsigned short"),
    ("u_int32_t", "unsigned int"),
    ("u_int64_t", "unsigned long long"),
    ("u_int8_t", "unsigned char"),
    ("u_long", "unsigned long"),
    ("u_short", "unsigned short"),
    ("uint", "unsigned int"),
    ("uint16_t", "unsigned short"),
    ("uint32_t", "unsigned int"),
    ("uint64_t", "unsigned long long"),
    ("uint8_t", "unsigned char"),
    ("uintmax_t", "unsigned long long"),
    ("uintptr_t", "__typeof__(sizeof(0))"),
    ("ulong", "unsigned long"),
    ("ushort", "unsigned short"),
    ("wchar_t", "__typeof__(L'x')"),
    ("wint_t", "unsigned int"),
];

pub fn rewrite(outline: &Outline, edits: &mut Edits) {
    let mut declared = FxHashSet::default();
    for (index, token) in outline.tokens.iter().enumerate() {
        let Ok(found) = INTEGERS.binary_search_by(|(name, _)| name.cmp(&token.text)) else { continue };
        if outline.is_typedef(token.text) || !is_used_as_type(outline, index) || !declared.insert(found) {
            continue;
        }
        let (name, ty) = INTEGERS[found];
        edits.declare(format!("typedef {ty} {name};"));
    }
}

fn is_used_as_type(outline: &Outline, index: usize) -> bool {
    let (before, next) = (outline.before(index), outline.text(index + 1));
    if matches!(before, "." | "->" | "struct" | "union" | "enum" | "goto") || is_type_word(before) {
        return false;
    }
    let opened = matches!(before, "(" | ",");
    outline.is_name(index + 1)
        || matches!(next, "const" | "volatile")
        || (next == "*" && (opened || outline.begins(index) || outline.is_word(index.wrapping_sub(1))))
        || (opened && matches!(next, ")" | ","))
}

/// The header that declares a type of the library.
pub fn header_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "pthread_t"
        | "pthread_mutex_t"
        | "pthread_cond_t"
        | "pthread_attr_t"
        | "pthread_key_t"
        | "pthread_once_t"
        | "pthread_rwlock_t"
        | "pthread_barrier_t"
        | "pthread_spinlock_t"
        | "pthread_mutexattr_t"
        | "pthread_condattr_t"
        | "pthread_rwlockattr_t"
        | "pthread_barrierattr_t" => "<pthread.h>",
        "sem_t" => "<semaphore.h>",
        "thrd_t" | "mtx_t" | "cnd_t" | "tss_t" | "once_flag" => "<threads.h>",
        "FILE" => "<stdio.h>",
        "time_t" | "clock_t" | "clockid_t" => "<time.h>",
        "va_list" => "<stdarg.h>",
        "jmp_buf" | "sigjmp_buf" => "<setjmp.h>",
        "max_align_t" => "<stddef.h>",
        "sigset_t" => "<signal.h>",
        _ if name.starts_with("atomic_") || name == "memory_order" => "<stdatomic.h>",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(INTEGERS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
