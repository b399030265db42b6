// expect: violated api line=14
// also: race
// min-rounds: 1

/* The worker initialises the lock as well, which main may hold by then. */
#include <pthread.h>

pthread_spinlock_t lock;
int started;

void *worker(void *unused)
{
    if (started)
        pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    started = 1;
    pthread_spin_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
