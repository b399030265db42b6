//! Numbers where they decide how much there is to do: sizes, widths, counts, ranges, alignments.

use super::case::{self, Case};
use super::mutate::NUMBERS;
use super::random::Random;

/// `@` is the number.
const PLACES: &[&str] = &[
    "int a[@]; int main(void) { return a[0]; }",
    "int a[@] = {1}; int main(void) { return a[0]; }",
    "int a[] = {[@] = 1}; int main(void) { return a[0]; }",
    "int a[] = {[0 ... @] = 1}; int main(void) { return a[0]; }",
    "int a[@][@]; int main(void) { return a[0][0]; }",
    "int a[3]; int main(void) { return a[@]; }",
    "int main(void) { int a[@]; a[0] = 1; return a[0]; }",
    "int main(void) { int a[@] = {1}; return a[0]; }",
    "int main(void) { int n = @; int a[n]; a[0] = 1; return a[0]; }",
    "int main(void) { int a[] = {[1 ... @] = 2}; return a[0]; }",
    "void f(int *p) { *p = 1; } int main(void) { int a[@]; f(a); return a[0]; }",
    "struct s { char a[@]; char b[@]; } v, w; int main(void) { v = w; return sizeof v != 0; }",
    "struct s { int n; char a[]; } v = { 1, {[@] = 1} }; int main(void) { return v.a[0]; }",
    "char text[@] = \"abc\"; int main(void) { return text[0]; }",
    "struct s { int a : @; int b : 3; } v; int main(void) { v.a = 1; return v.b; }",
    "int main(void) { int x = 1; return x << (@); }",
    "int main(void) { return 1 >> (@); }",
    "int main(void) { return (@) / (@ - @); }",
    "int main(void) { return (@) % -1; }",
    "int main(void) { int x = 3; switch (x) { case @: return 1; case 3: return 2; } return 0; }",
    "int main(void) { int x = 3; switch (x) { case 0 ... @: return 1; } return 0; }",
    "enum e { A = @, B } v = B; int main(void) { return v; }",
    "int a __attribute__((aligned(@))); int main(void) { return a; }",
    "struct s { _Alignas(@) char c; } v; int main(void) { return sizeof v; }",
    "typedef int v4 __attribute__((vector_size(@))); v4 a; int main(void) { return 0; }",
    "#pragma pack(@)\nstruct s { char c; int x; } v; int main(void) { return sizeof v; }",
    "#line @\nint main(void) { return missing; }",
    "#line @ \"other.c\"\nint main(void) { return missing; }",
    "#if @ > 3\n#endif\nint main(void) { return 0; }",
    "_Static_assert(@, \"text\"); int main(void) { return 0; }",
    "int main(void) { int s = 0; for (long i = 0; i < @; i++) s ^= i; return s; }",
    "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(@); }",
    "float f = @; double d = @; int main(void) { return (int)f + (char)d; }",
    "int *p = (int *)(@); int main(void) { return *p; }",
    "int x; int main(void) { return *(&x + @); }",
    "#include <stdlib.h>\nint main(void) { char *p = malloc(@); if (p) p[0] = 1; return 0; }",
    "#include <stdlib.h>\nint main(void) { char *p = calloc(@, 3); if (p) p[@] = 1; return 0; }",
    "#include <stdlib.h>\nint main(void) { char *p = malloc(1); p = realloc(p, @); return p != 0; }",
    "#include <alloca.h>\nint main(void) { char *p = alloca(@); p[0] = 1; return 0; }",
    "#include <string.h>\nchar b[10], c[10]; int main(void) { memset(b, 0, @); memcpy(b, c, @); return 0; }",
    "#include <stdio.h>\nint main(void) { char b[9]; scanf(\"%@s\", b); printf(\"%@d %.@f\", 1, 1.0); return 0; }",
    "#include <stdio.h>\nint main(void) { char b[9]; snprintf(b, @, \"%d\", 1); return b[0]; }",
    "#include <pthread.h>\npthread_barrier_t b; int main(void) { pthread_barrier_init(&b, 0, @); return 0; }",
    "#include <semaphore.h>\nsem_t s; int main(void) { sem_init(&s, 0, @); sem_wait(&s); return 0; }",
    "#include <pthread.h>\nvoid *f(void *p) { return p; } int main(void) { pthread_t t[3]; \
     for (int i = 0; i < @; i++) pthread_create(&t[i % 3], 0, f, 0); return 0; }",
    "#include <pthread.h>\nvoid *f(void *p) { return p; } int main(void) { pthread_t t = @; \
     pthread_join(t, 0); return 0; }",
    "int main(void) { return __builtin_ctz(@) + __builtin_popcountll(@) + __builtin_expect(@, 1); }",
    "int main(void) { char c = '\\x@'; char *s = \"\\@\"; return c + s[0]; }",
];

pub fn case(random: &mut Random) -> Case {
    let number = random.pick(NUMBERS);
    let text = random.pick(PLACES).replace('@', number);
    let file = case::program(text.into_bytes());
    match random.below(4) {
        0 => Case::new(vec![file], &["run", case::PROGRAM, "--steps", "20000"]),
        1 => Case::check(
            vec![file],
            &["--rounds", "1", "--unwind", "2", "--check", "all", "--data-model", "ilp32"],
        ),
        _ => Case::check(
            vec![file],
            &["--rounds", "1", "--unwind", "2", "--check", random.pick(&["all", "assert"])],
        ),
    }
}
