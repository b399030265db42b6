// expect: violated api line=11
// min-rounds: 1

/* The thread that finishes the work releases the lock of the one that began it. */
#include <pthread.h>

pthread_spinlock_t lock;

void *finisher(void *unused)
{
    pthread_spin_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_create(&thread, 0, finisher, 0);
    pthread_join(thread, 0);
    return 0;
}
