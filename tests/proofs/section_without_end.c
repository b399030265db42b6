// expect: safe

/* The program ends within an atomic section. There is no moment between what the section does and the end, so nobody ever
   sees it; but what came before the section happens. */
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
    if (turn < 2)
        return 0;
    __VERIFIER_atomic_end();
    return 0;
}
