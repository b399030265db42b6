// expect: violated assert line=18
// rounds: 2   unwind: 1   min-rounds: 2
// options: --check assert

#include <assert.h>
#include <pthread.h>
#include <string.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int value;

static void *holder(void *unused) {
    pthread_mutex_lock(&lock);
    value = 1;
    assert(value == 1);
    return NULL;
}

/* What frees the lock is not the library, but it is free. */
static void *overwriter(void *unused) {
    __VERIFIER_atomic_begin();
    memset(&lock, 0, sizeof lock);
    __VERIFIER_atomic_end();
    pthread_mutex_lock(&lock);
    value = 2;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, holder, NULL);
    pthread_create(&threads[1], NULL, overwriter, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
