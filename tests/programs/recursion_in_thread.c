// expect: violated assert line=20
// rounds: 1   unwind: 4   min-rounds: 1

/* The depth is input, so the recursion is cut; four levels suffice for the error. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

int visits;

static void descend(unsigned depth) {
    visits++;
    if (depth > 0)
        descend(depth - 1);
}

void *climber(void *arg) {
    descend(__VERIFIER_nondet_uint());
    assert(visits != 3);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, climber, NULL);
    pthread_join(t, NULL);
    return 0;
}
