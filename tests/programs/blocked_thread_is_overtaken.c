// expect: violated assert line=29
// rounds: 2   min-rounds: 2

/* The first thread waits for a lock; the second, created later, goes on in the meantime. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
int passed_first, passed_second;

void *first(void *arg) {
    pthread_mutex_lock(&gate);
    passed_first = 1;
    pthread_mutex_unlock(&gate);
    return NULL;
}

void *second(void *arg) {
    passed_second = 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_lock(&gate);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(b, NULL);
    assert(passed_first || !passed_second);
    pthread_mutex_unlock(&gate);
    pthread_join(a, NULL);
    return 0;
}
