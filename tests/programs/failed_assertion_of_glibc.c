// expect: violated assert line=22
// rounds: 1   min-rounds: 1

/* What glibc's headers leave of assert and errno, written out. */
extern void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
extern int *__errno_location(void) __attribute__((__nothrow__, __leaf__)) __attribute__((__const__));

int main(void) {
    (*__errno_location()) = 5;
    int wrong = (*__errno_location()) != 5;
    ((void)sizeof((wrong == 0) ? 1 : 0), __extension__({
         if (wrong == 0)
             ;
         else
             __assert_fail("wrong == 0", "file.c", 15, __extension__ __PRETTY_FUNCTION__);
     }));
    __extension__({
        if (*__errno_location() == 6)
            ;
        else
            __assert_fail("errno == 6", "file.c", 22, __extension__ __PRETTY_FUNCTION__);
    });
    return 0;
}
