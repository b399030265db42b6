// expect: violated assert line=31
// also: race
// rounds: 2   min-rounds: 2

/* A writer that only tries may find a reader and must not write then; this one writes anyway. */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int a, b, shut_out;

void *write_both(void *unused) {
    if (pthread_rwlock_trywrlock(&lock))
        shut_out = 1;
    a = 1;
    b = 1;
    if (!shut_out)
        pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, write_both, 0);
    if (pthread_rwlock_tryrdlock(&lock) == 0) {
        int first = a;
        int second = b;
        pthread_rwlock_unlock(&lock);
        if (!shut_out)
            assert(first == second);
        assert(first == second);
    }
    return 0;
}
