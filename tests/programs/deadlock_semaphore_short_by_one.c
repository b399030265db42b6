// expect: violated deadlock line=14
// rounds: 1   min-rounds: 1
// options: --check deadlock

/* Both get one of two units and wait for another. */
#include <pthread.h>
#include <semaphore.h>

static sem_t units;

static void *copy(void *arg) {
    /* Needs two units. */
    sem_wait(&units);
    sem_wait(&units);
    sem_post(&units);
    sem_post(&units);
    return arg;
}

int main(void) {
    pthread_t first, second;
    sem_init(&units, 0, 2);
    pthread_create(&first, 0, copy, 0);
    pthread_create(&second, 0, copy, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
