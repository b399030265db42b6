// expect: no-violation
// rounds: 3

#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_spinlock_t lock;
int counter;

void *increment(void *unused)
{
    pthread_spin_lock(&lock);
    assert(pthread_spin_trylock(&lock) == EBUSY);
    counter++;
    pthread_spin_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, 0, increment, 0);
    increment(0);
    pthread_join(thread, 0);
    assert(counter == 2);
    return 0;
}
