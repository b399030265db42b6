// expect: violated api line=21
// min-rounds: 2

/* The second thread is created only sometimes, and joined always. */
#include <pthread.h>

int __VERIFIER_nondet_int(void);
pthread_t threads[2];

void *worker(void *unused)
{
    return 0;
}

int main(void)
{
    pthread_create(&threads[0], 0, worker, 0);
    if (__VERIFIER_nondet_int() > 1)
        pthread_create(&threads[1], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
