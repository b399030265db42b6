// expect: violated assert line=48
// also: race

/* Readers and a writer, but the writer looks only for other writers, not for readers. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers;
static bool writing;
static unsigned left, right;

static void start_reading(void) {
    pthread_mutex_lock(&lock);
    while (writing)
        pthread_cond_wait(&changed, &lock);
    readers++;
    pthread_mutex_unlock(&lock);
}

static void stop_reading(void) {
    pthread_mutex_lock(&lock);
    if (--readers == 0)
        pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void start_writing(void) {
    pthread_mutex_lock(&lock);
    while (writing)
        pthread_cond_wait(&changed, &lock);
    writing = true;
    pthread_mutex_unlock(&lock);
}

static void stop_writing(void) {
    pthread_mutex_lock(&lock);
    writing = false;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void *reader(void *unused) {
    while (1) {
        start_reading();
        assert(left == right);
        stop_reading();
    }
}

static void *writer(void *unused) {
    while (1) {
        start_writing();
        left++;
        right++;
        stop_writing();
    }
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    reader(NULL);
    return 0;
}
