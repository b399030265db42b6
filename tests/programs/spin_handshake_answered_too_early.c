// expect: violated assert line=18
// also: race
// rounds: 2   unwind: 1   min-rounds: 2

/* The one says that it is done before it is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int asked, answered;
int question, answer;

static void *first(void *arg) {
    question = 20;
    asked = 1;
    while (!answered)
        ;
    assert(answer == 21);
    return 0;
}

static void *second(void *arg) {
    while (!asked)
        ;
    answered = 1;
    answer = question + 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
