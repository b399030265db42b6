// expect: violated assert line=26
// rounds: 2   unwind: 1   min-rounds: 2

/* Waiting for a semaphore with a limit is a place to be cancelled at. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;

void *work(void *unused) {
    struct timespec soon = {0, 0};
    sem_timedwait(&semaphore, &soon);
    return 0;
}

int main(void) {
    pthread_t thread;
    void *result;
    int value;
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    sem_getvalue(&semaphore, &value);
    assert(value == 0);
    return 0;
}
