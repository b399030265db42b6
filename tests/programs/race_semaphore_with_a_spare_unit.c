// expect: violated race line=13
// rounds: 1   min-rounds: 1
// options: --check race

/* The semaphore has a unit to begin with, so nobody waits for the message. */
#include <pthread.h>
#include <semaphore.h>

static int message;
static sem_t full;

static void *produce(void *arg) {
    message = 42;
    sem_post(&full);
    return arg;
}

static void *consume(void *arg) {
    sem_wait(&full);
    return message == 42 ? arg : 0;
}

int main(void) {
    pthread_t first, second;
    sem_init(&full, 0, 1);
    pthread_create(&first, 0, produce, 0);
    pthread_create(&second, 0, consume, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
