// expect: violated assert
// also: race

/* Each thread holds a lock while it uses the value, but not the same one. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *writer(void *unused) {
    while (1) {
        pthread_mutex_lock(&other);
        value = 2;
        pthread_mutex_unlock(&other);
    }
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    while (1) {
        pthread_mutex_lock(&one);
        value = 1;
        assert(value == 1);
        pthread_mutex_unlock(&one);
    }
}
