// expect: violated deadlock line=12
// rounds: 1   min-rounds: 1
// options: --check deadlock

/* On the way out for a full buffer the lock is kept. */
#include <pthread.h>

static int used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int put(void) {
    pthread_mutex_lock(&lock);
    if (used == 1)
        return 0;
    used++;
    pthread_mutex_unlock(&lock);
    return 1;
}

static void *fill(void *arg) {
    put();
    put();
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, fill, 0);
    pthread_create(&second, 0, fill, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
