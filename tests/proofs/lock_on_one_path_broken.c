// expect: violated assert
// also: race

/* The lock is taken on one of two paths only. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *writer(void *unused) {
    while (1) {
        pthread_mutex_lock(&lock);
        value = 2;
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    while (1) {
        _Bool locks = __VERIFIER_nondet_bool();
        if (locks)
            pthread_mutex_lock(&lock);
        value = 1;
        assert(value == 1);
        if (locks)
            pthread_mutex_unlock(&lock);
    }
}
