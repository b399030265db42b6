// expect: violated deadlock line=14
// rounds: 1   min-rounds: 1
// options: --check deadlock

/* A circle of three: each thread has what the one before it needs. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *one(void *arg) {
    both(&a, &b);
    return arg;
}

static void *two(void *arg) {
    both(&b, &c);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    both(&c, &a);
    return 0;
}
