// expect: safe
// rounds: 2

/* Each thread gets its number by value and writes its own slot. */
#include <assert.h>
#include <pthread.h>

#define N 3

int slot[N];

void *worker(void *arg) {
    long id = (long)arg;
    slot[id] = (int)id * 10;
    return NULL;
}

int main(void) {
    pthread_t thread[N];
    for (long i = 0; i < N; i++)
        pthread_create(&thread[i], NULL, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < N; i++)
        assert(slot[i] == i * 10);
    return 0;
}
