// expect: violated assert

/* Whoever tries to lock does not always get the lock, although nobody keeps it between two steps of its own. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *writer(void *unused) {
    while (1) {
        pthread_mutex_lock(&lock);
        value = !value;
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    while (1) {
        int failed = pthread_mutex_trylock(&lock);
        assert(!failed);
        value = 0;
        pthread_mutex_unlock(&lock);
    }
}
