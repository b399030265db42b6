// expect: safe
// rounds: 4

#include <assert.h>
#include <pthread.h>

int counter;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *increment(void *arg) {
    (void)arg;
    pthread_mutex_lock(&guard);
    counter++;
    pthread_mutex_unlock(&guard);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, increment, NULL);
    pthread_create(&second, NULL, increment, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    return 0;
}
