/*
 * N threads draw a slot each and mark it; in the end all slots must be marked. With BUG drawing is a read and a
 * write, and two threads can draw the same slot.
 */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

int slots[N];
int drawn;

static int draw(void) {
#ifdef BUG
    int mine = drawn;
    drawn = mine + 1;
    return mine;
#else
    return __atomic_fetch_add(&drawn, 1, __ATOMIC_SEQ_CST);
#endif
}

static void *worker(void *arg) {
    slots[draw()] = 1;
    return arg;
}

int main(void) {
    pthread_t id[N];
    for (int index = 0; index < N; index++)
        pthread_create(&id[index], 0, worker, 0);
    for (int index = 0; index < N; index++)
        pthread_join(id[index], 0);
    int sum = 0;
    for (int index = 0; index < N; index++)
        sum += slots[index];
    assert(sum == N);
    return 0;
}
