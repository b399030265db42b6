// expect: violated assert line=31
// also: race
// rounds: 2   min-rounds: 2

/* Hints of CBMC and ESBMC do nothing, assumptions rule out, and atomic sections hold. */
#include <pthread.h>

int a, b, input;

void *writer(void *unused) {
    __ESBMC_atomic_begin();
    a = 1;
    __ESBMC_yield();
    __CPROVER_fence("RWfence", "WWfence");
    b = 1;
    __ESBMC_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    int value = __VERIFIER_nondet_int();
    __CPROVER_input("value", value);
    __ESBMC_assume(value > 3);
    __VERIFIER_assume(value < 5);
    __ESBMC_assert(value == 4, "only one value is left");
    pthread_create(&thread, 0, writer, 0);
    int seen = a;
    __CPROVER_output("a", seen);
    __ESBMC_assert(seen == 0 || b == 1, "both were written");
    __VERIFIER_assert(seen == 0);
    return 0;
}
