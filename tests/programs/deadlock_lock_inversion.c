// expect: violated deadlock line=14
// rounds: 1   min-rounds: 1
// options: --check deadlock

/* Transfers in both directions take the two locks in two orders, each in a function of its own. */
#include <pthread.h>

static int here = 5, there = 5;
static pthread_mutex_t here_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t there_lock = PTHREAD_MUTEX_INITIALIZER;

static void move(pthread_mutex_t *from_lock, int *from, pthread_mutex_t *to_lock, int *to) {
    pthread_mutex_lock(from_lock);
    pthread_mutex_lock(to_lock);
    *from -= 1;
    *to += 1;
    pthread_mutex_unlock(to_lock);
    pthread_mutex_unlock(from_lock);
}

static void *send(void *arg) {
    move(&here_lock, &here, &there_lock, &there);
    return arg;
}

static void *fetch(void *arg) {
    move(&there_lock, &there, &here_lock, &here);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, send, 0);
    pthread_create(&second, 0, fetch, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
