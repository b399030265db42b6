/* True, and beyond what a SAT engine can see in a moment. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

unsigned x, y;

void *choose(void *arg) {
    x = __VERIFIER_nondet_uint();
    y = __VERIFIER_nondet_uint();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, choose, 0);
    pthread_join(t, 0);
    unsigned a = x, b = y;
    assert((a + b) * (a - b) == a * a - b * b);
    return 0;
}
