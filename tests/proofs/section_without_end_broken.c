// expect: violated assert line=18

/* The program ends within an atomic section. But it never does, and so others see what the
   section has done. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int turn;
static atomic_int closed;

static void *worker(void *unused) {
    while (1) {
        turn = !turn;
        assert(!closed);
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    __VERIFIER_atomic_begin();
    closed = 1;
    if (turn > 1)
        return 0;
    __VERIFIER_atomic_end();
    return 0;
}
