// expect: violated assert
// also: race

/* Main overwrites a lock that it holds, before there is another thread: then both hold it. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, fresh = PTHREAD_MUTEX_INITIALIZER;
int value;

void *writes(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        value = 2;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&lock);
    lock = fresh;
    pthread_create(&thread, 0, writes, 0);
    for (;;) {
        value = 1;
        assert(value == 1);
    }
}
