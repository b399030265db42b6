// expect: safe
// options: --check race

/* The same with a lock; main reads the counter when both have ended. */
#include <pthread.h>

static int visitors;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *visit(void *arg) {
    pthread_mutex_lock(&lock);
    visitors++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second;
    visitors = 1;
    pthread_create(&first, 0, visit, 0);
    pthread_create(&second, 0, visit, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return visitors;
}
