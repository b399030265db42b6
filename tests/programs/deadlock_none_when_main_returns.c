// expect: safe
// options: --check deadlock

/* The thread waits for a unit that never comes, but main ends the process. */
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *wait(void *arg) {
    sem_wait(&never);
    return arg;
}

int main(void) {
    pthread_t thread;
    sem_init(&never, 0, 0);
    pthread_create(&thread, 0, wait, 0);
    return 0;
}
