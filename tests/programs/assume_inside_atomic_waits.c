// expect: safe
// rounds: 3

/* A spin lock: the section as a whole waits until the assumption holds. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

int locked, counter;

static void acquire(void) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(locked == 0);
    locked = 1;
    __VERIFIER_atomic_end();
}

static void release(void) {
    locked = 0;
}

void *worker(void *arg) {
    acquire();
    int before = counter;
    counter = before + 1;
    assert(counter == before + 1);
    release();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
