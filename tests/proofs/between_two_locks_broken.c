// expect: violated assert

/* Between releasing one lock and taking the other, somebody else sees that only the first number has changed. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *writer(void *unused) {
    while (1) {
        pthread_mutex_lock(&first_lock);
        first = 1;
        pthread_mutex_unlock(&first_lock);
        pthread_mutex_lock(&second_lock);
        second = 1;
        pthread_mutex_unlock(&second_lock);
    }
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    while (1) {
        pthread_mutex_lock(&first_lock);
        int seen = first;
        pthread_mutex_unlock(&first_lock);
        pthread_mutex_lock(&second_lock);
        assert(!seen || second);
        pthread_mutex_unlock(&second_lock);
    }
}
