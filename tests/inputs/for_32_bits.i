# 1 "for_32_bits.c"
# 1 "stddef.h" 1
typedef int ptrdiff_t;
typedef unsigned int size_t;
# 2 "for_32_bits.c" 2
extern void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function);

int main(void) {
    unsigned long number = 4294967295UL;
    if (number + 1 == 0)
        __assert_fail("number + 1 != 0", "for_32_bits.c", 7, "main");
    return 0;
}
