// expect: no-violation
// unwind: 8

/* Who takes the lock releases it; then it can be destroyed. */
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t lock;
int sum;

void *adder(void *unused)
{
    pthread_spin_lock(&lock);
    sum++;
    pthread_spin_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, 0, adder, 0);
    while (pthread_spin_trylock(&lock) != 0)
        ;
    sum++;
    pthread_spin_unlock(&lock);
    pthread_join(thread, 0);
    assert(sum == 2);
    pthread_spin_destroy(&lock);
    return 0;
}
