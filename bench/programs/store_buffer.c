/*
 * N threads in a circle: each raises its flag and then looks at its neighbour's. Under sequential consistency the
 * one that looks last sees a raised flag, so not everybody can see none. With BUG everybody looks first.
 */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

volatile int flag[N];
int seen[N];

static void *worker(void *arg) {
    int self = (int)(long)arg, neighbour = (self + 1) % N;
#ifdef BUG
    seen[self] = flag[neighbour];
    flag[self] = 1;
#else
    flag[self] = 1;
    seen[self] = flag[neighbour];
#endif
    return 0;
}

int main(void) {
    pthread_t id[N];
    int sum = 0;
    for (long index = 0; index < N; index++)
        pthread_create(&id[index], 0, worker, (void *)index);
    for (int index = 0; index < N; index++)
        pthread_join(id[index], 0);
    for (int index = 0; index < N; index++)
        sum += seen[index];
    assert(sum > 0);
    return 0;
}
