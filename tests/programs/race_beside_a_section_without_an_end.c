// expect: violated race line=17
// rounds: 1   min-rounds: 1
// options: --check race

/* Main stands before an atomic section that it can never finish; the race is between the two others. */
#include <pthread.h>

void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int *shared;
static int reached;

static void *writer(void *value) {
    (void)value;
    *shared = 2;
    return 0;
}

int main(void) {
    pthread_t one, other;
    int own = 1;
    shared = &own;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&other, 0, writer, 0);
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(*shared == 0);
    reached = 1;
    __VERIFIER_atomic_end();
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
