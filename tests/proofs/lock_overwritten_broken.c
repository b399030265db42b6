// expect: violated assert
// also: race

/* A lock is released by assigning a free one to it, also by a thread that does not hold it. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, fresh = PTHREAD_MUTEX_INITIALIZER;
int value;

static void release(void)
{
    __VERIFIER_atomic_begin();
    lock = fresh;
    __VERIFIER_atomic_end();
}

void *breaks(void *arg)
{
    release();
    pthread_mutex_lock(&lock);
    value = 2;
    for (;;)
        ;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, breaks, 0);
    for (;;) {
        pthread_mutex_lock(&lock);
        value = 1;
        assert(value == 1);
        release();
    }
}
