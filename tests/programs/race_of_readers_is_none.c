// expect: safe
// options: --check race

/* Readers may read together while the writer is kept out. */
#include <pthread.h>

static int news;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *read_it(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int seen = news;
    pthread_rwlock_unlock(&lock);
    return seen ? arg : 0;
}

static void *write_it(void *arg) {
    pthread_rwlock_wrlock(&lock);
    news++;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second, third;
    pthread_create(&first, 0, read_it, 0);
    pthread_create(&second, 0, read_it, 0);
    pthread_create(&third, 0, write_it, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
