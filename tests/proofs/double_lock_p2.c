// expect: safe

/* One thread takes two mutexes, the others only the one they need: the limit has one mutex, the count the other. */
#include <assert.h>
#include <pthread.h>

#define LARGEST 3

static pthread_mutex_t limit_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static int limit = LARGEST;
static int count;

static void *counter(void *unused) {
    while (1) {
        pthread_mutex_lock(&limit_lock);
        pthread_mutex_lock(&count_lock);
        if (count < limit)
            count++;
        assert(count <= LARGEST);
        pthread_mutex_unlock(&count_lock);
        pthread_mutex_unlock(&limit_lock);
    }
}

static void *regulator(void *unused) {
    while (1) {
        pthread_mutex_lock(&limit_lock);
        limit = limit > 1 ? limit - 1 : LARGEST;
        assert(limit >= 1 && limit <= LARGEST);
        pthread_mutex_unlock(&limit_lock);
    }
}

static void *resetter(void *unused) {
    while (1) {
        pthread_mutex_lock(&count_lock);
        count = 0;
        assert(count == 0);
        pthread_mutex_unlock(&count_lock);
    }
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, counter, NULL);
    pthread_create(&threads[1], NULL, regulator, NULL);
    pthread_create(&threads[2], NULL, resetter, NULL);
    pthread_exit(NULL);
}
