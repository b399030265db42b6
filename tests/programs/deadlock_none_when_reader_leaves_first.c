// expect: safe
// options: --check deadlock

/* The reader leaves before it comes back as a writer, and looks again. */
#include <pthread.h>

static int stock = 1;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *take(void *arg) {
    pthread_rwlock_rdlock(&lock);
    if (stock > 0) {
        pthread_rwlock_unlock(&lock);
        pthread_rwlock_wrlock(&lock);
        if (stock > 0)
            stock--;
        pthread_rwlock_unlock(&lock);
    } else
        pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, take, 0);
    pthread_create(&second, 0, take, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
