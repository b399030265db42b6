// expect: violated assert line=14
// also: race
// rounds: 2   min-rounds: 2

#include <pthread.h>

extern void reach_error(void);

int stage;

void *first(void *arg) {
    stage = 1;
    if (stage == 2)
        reach_error();
    return NULL;
}

void *second(void *arg) {
    stage = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_exit(NULL);
}
