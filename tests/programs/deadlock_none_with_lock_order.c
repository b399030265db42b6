// expect: safe
// options: --check deadlock

/* Both directions take the lock with the lower address first. */
#include <pthread.h>

static int balance[2] = { 5, 5 };
static pthread_mutex_t lock[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };

static void move(int from, int to) {
    int low = from < to ? from : to, high = from < to ? to : from;
    pthread_mutex_lock(&lock[low]);
    pthread_mutex_lock(&lock[high]);
    balance[from] -= 1;
    balance[to] += 1;
    pthread_mutex_unlock(&lock[high]);
    pthread_mutex_unlock(&lock[low]);
}

static void *send(void *arg) {
    move(0, 1);
    return arg;
}

static void *fetch(void *arg) {
    move(1, 0);
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
