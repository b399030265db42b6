// expect: violated assert line=26
// rounds: 2   unwind: 3   min-rounds: 2

/* How many threads there are is input; the third one makes the difference. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int done[3];

void *worker(void *arg) {
    *(int *)arg = 1;
    return NULL;
}

int main(void) {
    pthread_t thread[3];
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 3);
    for (unsigned i = 0; i < n; i++)
        pthread_create(&thread[i], NULL, worker, &done[i]);
    for (unsigned i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
    assert(done[2] == 0);
    return 0;
}
