// expect: violated assert line=14
// rounds: 1   min-rounds: 1

/* The sum fits an int, but the shared variable it passes through is a byte. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

signed char relay;

void *check(void *arg) {
    assert(relay >= 0);
    return NULL;
}

int main(void) {
    pthread_t t;
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= x && x <= 128);
    relay = x;
    pthread_create(&t, NULL, check, NULL);
    pthread_join(t, NULL);
    return 0;
}
