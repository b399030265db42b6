# 1 "for_any_bits.c"
extern void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function);

int main(void) {
    unsigned long number = 4294967295UL;
    if (number + 1 == 0)
        __assert_fail("number + 1 != 0", "for_any_bits.c", 7, "main");
    return 0;
}
