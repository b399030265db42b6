void __VERIFIER_assume(int);
void __bmc_assert(int, const char *);
void *__bmc_allocate(unsigned long, int);
void __bmc_free(void *);
unsigned long __bmc_create_thread(void *(*)(void *), void *);
void *__bmc_join_thread(unsigned long);
unsigned long __bmc_current_thread(void);
void __bmc_exit_thread(void *);
unsigned char __VERIFIER_nondet_uchar(void);
int printf(const char *, ...);
int x;
void *run(void *argument) {
    __bmc_exit_thread(argument);
    return 0;
}
void __VERIFIER_atomic_step(int by) {
    if (by == 0)
        return;
    x += by;
}
void reach_error(void) {}
int main(void) {
    int *p = __bmc_allocate(sizeof *p, 1);
    unsigned long t = __bmc_create_thread(run, p);
    __VERIFIER_atomic_step(2);
    __VERIFIER_assume(__VERIFIER_nondet_uchar() < 9);
    __bmc_assert(x > 0 && *p, "x is positive");
    assert(x != 7);
    printf("%d\n", x++);
    __bmc_free(__bmc_join_thread(t));
    if (__builtin_expect(__bmc_current_thread() == 3, 0))
        reach_error();
    if (__VERIFIER_nondet_bool())
        __builtin_trap();
    return __VERIFIER_nondet_int();
}
