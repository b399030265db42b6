// expect: safe
// rounds: 2

/* pthread_exit ends the thread from inside a call, with a result. */
#include <assert.h>
#include <pthread.h>

int after;

static void leave(long code) {
    if (code > 5)
        pthread_exit((void *)code);
}

void *worker(void *arg) {
    leave((long)arg);
    after++;
    return (void *)1L;
}

int main(void) {
    pthread_t small, large;
    void *a, *b;
    pthread_create(&small, NULL, worker, (void *)5L);
    pthread_create(&large, NULL, worker, (void *)6L);
    pthread_join(small, &a);
    pthread_join(large, &b);
    assert((long)a == 1);
    assert((long)b == 6);
    assert(after == 1);
    return 0;
}
