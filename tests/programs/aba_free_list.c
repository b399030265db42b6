// expect: violated assert line=35
// also: race
// rounds: 2   unwind: 1   min-rounds: 2

/* A free list of cells linked by index. While the first thread is about to take cell 1, the other takes 1 and
   2 and gives 1 back: the compare-and-swap succeeds, and cell 2 is handed out twice. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int top = 1;
int next[4] = {0, 2, 3, 0};
int used[4];

static int compare_and_swap(int *place, int expected, int desired) {
    int success = 0;
    __VERIFIER_atomic_begin();
    if (*place == expected) {
        *place = desired;
        success = 1;
    }
    __VERIFIER_atomic_end();
    return success;
}

static int take(void) {
    for (;;) {
        int first = top;
        if (first == 0)
            return 0;
        int second = next[first];
        if (compare_and_swap(&top, first, second)) {
            assert(!used[first]);
            used[first] = 1;
            return first;
        }
    }
}

static void give(int cell) {
    used[cell] = 0;
    for (;;) {
        int first = top;
        next[cell] = first;
        if (compare_and_swap(&top, first, cell))
            return;
    }
}

void *victim(void *arg) {
    take();
    take();
    return NULL;
}

void *recycler(void *arg) {
    int a = take();
    take();
    give(a);
    return NULL;
}

int main(void) {
    pthread_t v, r;
    pthread_create(&v, NULL, victim, NULL);
    pthread_create(&r, NULL, recycler, NULL);
    pthread_join(v, NULL);
    pthread_join(r, NULL);
    return 0;
}
