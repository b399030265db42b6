// expect: safe

/* Each waits until the other has done its part. */
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
    answer = question + 1;
    answered = 1;
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
