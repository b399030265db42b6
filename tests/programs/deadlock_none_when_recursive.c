// expect: safe
// options: --check deadlock

/* A recursive mutex may be locked again by its owner. */
#define _GNU_SOURCE
#include <pthread.h>

static int level;
static pthread_mutex_t lock;

static void raise_level(void) {
    pthread_mutex_lock(&lock);
    level++;
    pthread_mutex_unlock(&lock);
}

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    if (level == 0)
        raise_level();
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
