// expect: safe

/* A lock that was destroyed may be initialised again; it is free then. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_spinlock_t lock;
int count;

void *worker(void *unused)
{
    pthread_spin_lock(&lock);
    count++;
    pthread_spin_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_destroy(&lock);
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, 0, worker, 0);
    pthread_spin_lock(&lock);
    count++;
    pthread_spin_unlock(&lock);
    pthread_join(thread, 0);
    assert(pthread_spin_trylock(&lock) == 0 && pthread_spin_trylock(&lock) == EBUSY);
    assert(count == 2);
    pthread_spin_unlock(&lock);
    pthread_spin_destroy(&lock);
    return 0;
}
