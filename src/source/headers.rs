//! The headers that are part of bmc-conc, so that a program is understood the same way on every machine.
//!
//! They declare what the models in `library` define and what the front end knows by name, for both data
//! models, with the values Linux gives to the macros.

/// Names of files that are part of bmc-conc begin with this; no file of the user's can.
pub const EMBEDDED_PREFIX: &str = "<bmc>/";

pub struct Header {
    /// As `#include` spells it.
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! headers {
    ($($name:literal),* $(,)?) => {
        &[$(Header { name: $name, text: include_str!(concat!("headers/", $name)) }),*]
    };
}

/// In alphabetical order.
const HEADERS: &[Header] = headers![
    "alloca.h",
    "arpa/inet.h",
    "assert.h",
    "bmc.h",
    "ctype.h",
    "emmintrin.h",
    "errno.h",
    "fcntl.h",
    "features.h",
    "float.h",
    "getopt.h",
    "immintrin.h",
    "inttypes.h",
    "iso646.h",
    "limits.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "pthread.h",
    "sched.h",
    "semaphore.h",
    "setjmp.h",
    "signal.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "strings.h",
    "sys/cdefs.h",
    "sys/stat.h",
    "sys/time.h",
    "sys/types.h",
    "sys/wait.h",
    "threads.h",
    "time.h",
    "unistd.h",
    "wchar.h",
    "x86intrin.h",
    "xmmintrin.h",
];

pub fn embedded_header(name: &str) -> Option<&'static Header> {
    HEADERS.binary_search_by(|header| header.name.cmp(name)).ok().map(|index| &HEADERS[index])
}

/// All headers, in alphabetical order.
pub fn embedded_headers() -> impl Iterator<Item = &'static Header> {
    HEADERS.iter()
}

/// The names of the headers a program may include without `-I`.
pub fn embedded_names() -> Vec<&'static str> {
    HEADERS.iter().map(|header| header.name).filter(|&name| name != "bmc.h").collect()
}

#[cfg(test)]
mod tests {
    use super::{HEADERS, embedded_header};
    use crate::data_model::DataModel;
    use crate::source::{Input, PreprocessOptions, SourceMap, preprocess, render};
    use lang_c::driver::{Config, Flavor, parse_preprocessed};

    #[test]
    fn headers_are_sorted_and_found_by_name() {
        for header in HEADERS {
            assert!(embedded_header(header.name).is_some_and(|found| found.name == header.name));
        }
        assert!(embedded_header("windows.h").is_none());
    }

    #[test]
    fn every_header_parses_alone_and_twice_under_both_data_models() {
        for data_model in [DataModel::Lp64, DataModel::Ilp32] {
            for header in HEADERS {
                parse(data_model, &format!("#include <{0}>\n#include <{0}>\nint x;\n", header.name));
            }
        }
    }

    #[test]
    fn all_headers_parse_together() {
        let mut text = String::new();
        for header in HEADERS.iter().chain(HEADERS.iter().rev()) {
            // The words of iso646.h are ordinary names elsewhere.
            if header.name != "iso646.h" {
                text.push_str(&format!("#include <{}>\n", header.name));
            }
        }
        for data_model in [DataModel::Lp64, DataModel::Ilp32] {
            parse(data_model, &text);
        }
    }

    #[test]
    fn limits_and_error_numbers_are_those_of_linux() {
        let common = "INT_MAX == 2147483647 && INT_MIN == -2147483647 - 1 && UINT_MAX == 4294967295 && EBUSY == 16 \
            && ETIMEDOUT == 110 && EDEADLK == 35 && EAGAIN == 11 && UINT64_MAX == ULLONG_MAX && CHAR_MIN < 0 \
            && INT64_C(1) == 1 && PTHREAD_MUTEX_RECURSIVE == 1 && PTHREAD_BARRIER_SERIAL_THREAD == -1";
        let wide = "ULONG_MAX == ULLONG_MAX && SIZE_MAX == ULONG_MAX && INTPTR_MAX == LLONG_MAX";
        let narrow = "ULONG_MAX == UINT_MAX && SIZE_MAX == UINT_MAX && INTPTR_MIN == INT_MIN";
        for (data_model, own) in [(DataModel::Lp64, wide), (DataModel::Ilp32, narrow)] {
            let text = format!(
                "#include <errno.h>\n#include <limits.h>\n#include <pthread.h>\n#include <stdint.h>\n\
                 #if !({common} && {own})\n#error a value is wrong\n#endif\nint x;\n"
            );
            parse(data_model, &text);
        }
    }

    #[test]
    fn atomics_parse_in_all_their_forms() {
        let text = "#include <stdatomic.h>\n\
            _Atomic int a; atomic_int b = ATOMIC_VAR_INIT(1); _Atomic(int *) p; atomic_flag f = ATOMIC_FLAG_INIT;\n\
            int g(int x) { int e = 0; atomic_init(&a, 1); atomic_store(&a, atomic_load(&b));\n\
            atomic_store_explicit(&b, 2, memory_order_release); atomic_fetch_add(&b, atomic_exchange(&a, x));\n\
            while (!atomic_compare_exchange_weak_explicit(&a, &e, 5, memory_order_acq_rel, memory_order_relaxed)) ;\n\
            while (atomic_flag_test_and_set(&f)) ; atomic_flag_clear(&f); atomic_thread_fence(memory_order_seq_cst);\n\
            return atomic_load_explicit(&a, memory_order_relaxed); }\n";
        parse(DataModel::Lp64, text);
        parse(DataModel::Ilp32, text);
    }

    fn parse(data_model: DataModel, text: &str) {
        let config = Config { flavor: Flavor::GnuC11, ..Config::default() };
        let mut sources = SourceMap::default();
        let input = Input::Text { name: "test.c".to_string(), text: text.to_string() };
        let options = PreprocessOptions { data_model, ..Default::default() };
        let unit = preprocess(&mut sources, input, &options)
            .unwrap_or_else(|e| panic!("{text}: {}", render(&e, &sources, false)));
        assert!(unit.warnings.is_empty(), "{}", render(&unit.warnings, &sources, false));
        let output = sources.units()[unit.unit].text.clone();
        if let Err(error) = parse_preprocessed(&config, output.clone()) {
            panic!("{text}: {error}\n{}", &output[error.offset.saturating_sub(100)..]);
        }
    }
}
