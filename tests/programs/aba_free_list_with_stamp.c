// expect: bounded
// rounds: 2   unwind: 1
// options: --check assert,memory,api

/* The same free list with a stamp in the upper half of `top` that every change increases. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned top = 1;
int next[4] = {0, 2, 3, 0};
int used[4];

static int replace_top(unsigned expected, int cell) {
    int success = 0;
    __VERIFIER_atomic_begin();
    if (top == expected) {
        top = (expected & 0xffff0000u) + 0x10000u + (unsigned)cell;
        success = 1;
    }
    __VERIFIER_atomic_end();
    return success;
}

static int take(void) {
    for (;;) {
        unsigned seen = top;
        int first = seen & 0xffff;
        if (replace_top(seen, next[first])) {
            assert(!used[first]);
            used[first] = 1;
            return first;
        }
    }
}

static void give(int cell) {
    used[cell] = 0;
    for (;;) {
        unsigned seen = top;
        next[cell] = seen & 0xffff;
        if (replace_top(seen, cell))
            return;
    }
}

void *victim(void *arg) {
    take();
    return NULL;
}

void *recycler(void *arg) {
    int a = take();
    give(a);
    return NULL;
}

int main(void) {
    pthread_t v, r;
    pthread_create(&v, NULL, victim, NULL);
    pthread_create(&r, NULL, recycler, NULL);
    return 0;
}
