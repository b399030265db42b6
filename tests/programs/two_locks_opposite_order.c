// expect: safe
// rounds: 3
// options: --check assert,memory,api

/* The classic deadlock. Threads that wait for ever violate no assertion. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
int value;

void *one(void *arg) {
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    value += 1;
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return NULL;
}

void *two(void *arg) {
    pthread_mutex_lock(&right);
    pthread_mutex_lock(&left);
    value += 2;
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(value == 3);
    return 0;
}
