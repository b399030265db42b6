// expect: violated pointer line=14
// rounds: 1   min-rounds: 1

#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int slots[4];

void *worker(void *arg) {
    unsigned index = __VERIFIER_nondet_uint();
    __VERIFIER_assume(index <= 4);
    slots[index] = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
