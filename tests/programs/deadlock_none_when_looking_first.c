// expect: no-violation
// unwind: 2
// options: --check deadlock

/* The consumer waits only while there is nothing. */
#include <pthread.h>

static int full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *consume(void *arg) {
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&changed, &lock);
    full = 0;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *produce(void *arg) {
    pthread_mutex_lock(&lock);
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, consume, 0);
    pthread_create(&second, 0, produce, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
