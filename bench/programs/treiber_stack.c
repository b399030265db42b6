/*
 * Treiber's stack of free cells, linked by index: THREADS threads take TAKES cells each and give the first of them
 * back. The top carries a stamp that every change raises; with BUG it does not, and a thread that is held up between
 * reading a cell's successor and swapping the top does not notice that the cell was away in the meantime (ABA).
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef TAKES
#define TAKES 2
#endif
/* One cell for everybody and everything, so that the stack does not run empty; cell 0 means none. */
#ifndef CELLS
#define CELLS (THREADS * TAKES)
#endif

unsigned top;
unsigned char successor[CELLS + 1];
unsigned char taken[CELLS + 1];

#define CELL(top) ((top) & 0xff)
#ifdef BUG
#define WITH(top, cell) ((unsigned)(cell))
#else
#define WITH(top, cell) ((((top) & ~0xffu) + 0x100) | (unsigned)(cell))
#endif

static unsigned take(void) {
    while (1) {
        unsigned seen = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
        unsigned cell = CELL(seen);
        if (cell == 0)
            return 0;
        unsigned next = successor[cell];
        if (__sync_bool_compare_and_swap(&top, seen, WITH(seen, next)))
            return cell;
    }
}

static void give(unsigned cell) {
    while (1) {
        unsigned seen = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
        successor[cell] = (unsigned char)CELL(seen);
        if (__sync_bool_compare_and_swap(&top, seen, WITH(seen, cell)))
            return;
    }
}

static void *worker(void *arg) {
    unsigned first = 0;
    for (int turn = 0; turn < TAKES; turn++) {
        unsigned cell = take();
        if (cell == 0)
            break;
        unsigned char before = __atomic_exchange_n(&taken[cell], 1, __ATOMIC_SEQ_CST);
        assert(before == 0);
        if (turn == 0)
            first = cell;
    }
    if (first != 0) {
        taken[first] = 0;
        give(first);
    }
    return arg;
}

int main(void) {
    pthread_t id[THREADS];
    for (unsigned cell = 1; cell < CELLS; cell++)
        successor[cell] = (unsigned char)(cell + 1);
    top = 1;
    for (int index = 0; index < THREADS; index++)
        pthread_create(&id[index], 0, worker, 0);
    for (int index = 0; index < THREADS; index++)
        pthread_join(id[index], 0);
    return 0;
}
