//! `__builtin_strlen` and its like: library functions under the name by which gcc knows them.
//!
//! Headers that were preprocessed with optimisation call them instead of the functions; those with `_chk` in
//! their names, of `_FORTIFY_SOURCE`, also get the size of the object, which the checks of pointers know better.

/// The library function that a builtin stands for, and how many of the arguments are its own.
pub fn library_function(builtin: &str, arguments: usize) -> Option<(&str, usize)> {
    let name = builtin.strip_prefix("__builtin_")?;
    if let Some(checked) = name.strip_prefix("__").and_then(|n| n.strip_suffix("_chk")) {
        let takes_size = matches!(
            checked,
            "memcpy"
                | "memmove"
                | "memset"
                | "strcpy"
                | "strcat"
                | "strncpy"
                | "strncat"
                | "stpcpy"
                | "mempcpy"
        );
        return takes_size.then_some((checked, arguments.saturating_sub(1)));
    }
    let known = matches!(
        name,
        "abort"
            | "abs"
            | "labs"
            | "llabs"
            | "calloc"
            | "exit"
            | "free"
            | "malloc"
            | "realloc"
            | "memchr"
            | "memcmp"
            | "memcpy"
            | "memmove"
            | "memset"
            | "mempcpy"
            | "putchar"
            | "puts"
            | "printf"
            | "fprintf"
            | "snprintf"
            | "sprintf"
            | "stpcpy"
            | "strcat"
            | "strchr"
            | "strcmp"
            | "strcpy"
            | "strcspn"
            | "strlen"
            | "strncat"
            | "strncmp"
            | "strncpy"
            | "strpbrk"
            | "strrchr"
            | "strspn"
            | "strstr"
            | "strdup"
            | "tolower"
            | "toupper"
            | "isalnum"
            | "isalpha"
            | "isdigit"
            | "isspace"
            | "isupper"
            | "islower"
            | "isxdigit"
            | "isprint"
    );
    known.then_some((name, arguments))
}

#[cfg(test)]
mod tests {
    use super::library_function;

    #[test]
    fn builtins_lead_to_the_functions_they_stand_for() {
        assert_eq!(library_function("__builtin_strlen", 1), Some(("strlen", 1)));
        assert_eq!(library_function("__builtin___memcpy_chk", 4), Some(("memcpy", 3)));
        assert_eq!(library_function("__builtin_expect", 2), None);
        assert_eq!(library_function("strlen", 1), None);
    }
}
