// expect: violated race line=11
// rounds: 2   min-rounds: 1
// options: --check race --reduce no-schedules

/* The third thread may read a variable that is gone, which is not looked for. The race of the others is there in any
   case, and in a run that a replay can follow. */
#include <pthread.h>

static int x;

static void *count(void *arg) { __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); return arg; }

static void *reset(void *arg) { x = 0; return arg; }

static void *borrow(void *arg) {
    int *borrowed = arg;
    int seen = *borrowed;
    return seen ? arg : 0;
}

static void lend(void) {
    pthread_t id;
    int own = 1;
    pthread_create(&id, 0, borrow, &own);
}

int main(void) {
    pthread_t id[2];
    pthread_create(&id[0], 0, count, 0);
    pthread_create(&id[1], 0, reset, 0);
    lend();
    return 0;
}
