// expect: safe
// options: --check assert,memory

/* Where nobody asks for misuse, a spin lock of zeros is a free one. */
#include <assert.h>
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
    pthread_create(&thread, 0, worker, 0);
    pthread_spin_lock(&lock);
    count++;
    pthread_spin_unlock(&lock);
    pthread_join(thread, 0);
    assert(count == 2);
    return 0;
}
