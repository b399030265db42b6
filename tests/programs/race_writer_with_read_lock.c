// expect: violated race line=13
// rounds: 1   min-rounds: 1
// options: --check race

/* A read lock does not keep other readers out, and one of them writes. */
#include <pthread.h>

static int news;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *update(void *arg) {
    pthread_rwlock_rdlock(&lock);
    news++;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, update, 0);
    pthread_create(&second, 0, update, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
