// expect: violated assert

/* A section never happens, but what the thread wrote before it has happened. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
_Bool __VERIFIER_nondet_bool(void);

static atomic_int given;

static void *gives(void *unused) {
    while (1) {
        _Bool stops = __VERIFIER_nondet_bool();
        given = stops;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(!stops);
        __VERIFIER_atomic_end();
    }
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, gives, NULL);
    while (1)
        assert(!given);
}
