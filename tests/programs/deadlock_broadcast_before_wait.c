// expect: violated deadlock
// rounds: 2   min-rounds: 2
// options: --check deadlock --no-spurious-wakeups

/* The broadcast comes between the look at the flag and the beginning of the wait, because main does not lock. The trace
   must show it there, though the waiter has called pthread_cond_wait before. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

void *wait_for_it(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, wait_for_it, 0);
    ready = 1;
    pthread_cond_broadcast(&changed);
    pthread_join(thread, 0);
    return 0;
}
