// expect: violated api line=11
// rounds: 2   unwind: 1   min-rounds: 2
// options: --check api

#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, fresh = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* Nobody holds the lock any more, so its holder must not unlock it. */
static void *overwriter(void *unused) {
    lock = fresh;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, holder, NULL);
    pthread_create(&threads[1], NULL, overwriter, NULL);
    return 0;
}
