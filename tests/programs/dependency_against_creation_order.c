// expect: violated assert line=15
// also: race
// rounds: 3   min-rounds: 3

/* Each thread waits for the one created after it, so every link of the chain takes a round. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

int a, b;

void *last_link(void *arg) {
    __VERIFIER_assume(a == 1);
    assert(0);
    return NULL;
}

void *middle_link(void *arg) {
    __VERIFIER_assume(b == 1);
    a = 1;
    return NULL;
}

void *first_link(void *arg) {
    b = 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, last_link, NULL);
    pthread_create(&t2, NULL, middle_link, NULL);
    pthread_create(&t3, NULL, first_link, NULL);
    pthread_exit(NULL);
}
