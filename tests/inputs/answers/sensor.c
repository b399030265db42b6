/* What is measured comes from a function that no file defines. -D BROKEN: the value is trusted. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int measure(int channel);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *latest;

void *watch(void *arg) {
    int value = measure(1);
#ifndef BROKEN
    if (value < 0)
        value = 0;
#endif
    pthread_mutex_lock(&lock);
    *latest = value;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t watcher;
    latest = malloc(sizeof *latest);
    *latest = 0;
    pthread_create(&watcher, 0, watch, 0);
    pthread_mutex_lock(&lock);
    assert(*latest >= 0);
    pthread_mutex_unlock(&lock);
    pthread_join(watcher, 0);
    free(latest);
    return 0;
}
