// expect: safe

/* Every thread is joined before the next begins: no two steps can change places. */
#include <assert.h>
#include <pthread.h>

int total;

void *add(void *arg) {
    total += (int)(long)arg;
    return NULL;
}

int main(void) {
    pthread_t t;
    for (long i = 1; i <= 3; i++) {
        pthread_create(&t, NULL, add, (void *)i);
        pthread_join(t, NULL);
    }
    assert(total == 6);
    return 0;
}
