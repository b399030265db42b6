/* Violated by threads that take turns. That fewer turns do not suffice is beyond what a SAT engine can see in a
   moment, since then the other half of the assertion would have to fail, which is true. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

unsigned x, y;
int turns;

void *even(void *arg) {
    x = __VERIFIER_nondet_uint();
    y = __VERIFIER_nondet_uint();
    if (turns == 0)
        turns = 1;
    if (turns == 2)
        turns = 3;
    return 0;
}

void *odd(void *arg) {
    if (turns == 1)
        turns = 2;
    if (turns == 3)
        turns = 4;
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, even, 0);
    pthread_create(&u, 0, odd, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    unsigned a = x, b = y;
    assert((a + b) * (a - b) == a * a - b * b && turns != 4);
    return 0;
}
