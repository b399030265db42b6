// expect: violated api line=12
// min-rounds: 1

/* POSIX leaves open what happens to a thread that locks a spin lock which it holds. */
#include <pthread.h>

pthread_spinlock_t lock;
int count;

void add(void)
{
    pthread_spin_lock(&lock);
    count++;
    pthread_spin_unlock(&lock);
}

int main(void)
{
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    add();
    pthread_spin_unlock(&lock);
    return 0;
}
