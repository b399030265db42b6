// expect: safe

/* Two counters are incremented together under a mutex, and another thread sees them equal whenever it holds the
   mutex. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned requests, answers;

static void *server(void *unused) {
    while (1) {
        pthread_mutex_lock(&lock);
        requests++;
        answers++;
        pthread_mutex_unlock(&lock);
    }
}

static void *observer(void *unused) {
    while (1) {
        pthread_mutex_lock(&lock);
        assert(requests == answers);
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    pthread_t first, second, third;
    pthread_create(&first, NULL, server, NULL);
    pthread_create(&second, NULL, server, NULL);
    pthread_create(&third, NULL, observer, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    return 0;
}
