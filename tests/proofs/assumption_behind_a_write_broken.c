// expect: violated assert

/* An assumption ends a thread after others may have seen what it wrote. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);
_Bool __VERIFIER_nondet_bool(void);

static atomic_int given;

static void *gives(void *unused) {
    while (1) {
        _Bool stops = __VERIFIER_nondet_bool();
        given = stops;
        __VERIFIER_assume(!stops);
    }
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, gives, NULL);
    while (1)
        assert(!given);
}
