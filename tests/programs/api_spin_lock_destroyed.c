// expect: violated api line=11
// min-rounds: 1

/* The lock goes before the thread that uses it. */
#include <pthread.h>

pthread_spinlock_t lock;

void *worker(void *unused)
{
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, 0, worker, 0);
    int free = pthread_spin_trylock(&lock) == 0;
    if (free) {
        pthread_spin_unlock(&lock);
        pthread_spin_destroy(&lock);
    }
    return 0;
}
