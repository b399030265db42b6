// expect: violated assert line=13
// also: race
// rounds: 1   min-rounds: 1

/* All threads share the loop counter, which has moved on by the time they look. */
#include <assert.h>
#include <pthread.h>

#define N 3

void *worker(void *arg) {
    int id = *(int *)arg;
    assert(id < N);
    return NULL;
}

int main(void) {
    pthread_t thread[N];
    int i;
    for (i = 0; i < N; i++)
        pthread_create(&thread[i], NULL, worker, &i);
    for (int k = 0; k < N; k++)
        pthread_join(thread[k], NULL);
    return 0;
}
