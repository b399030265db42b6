/*
 * N philosophers with a fork between each two. The last one takes the forks in the other order; with BUG he does as
 * everybody does, and all can wait for each other with one fork in hand. With COUNT an assertion says so too, for
 * checkers that do not look for deadlocks: never does everybody hold a first fork.
 */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t fork_of[N];
pthread_mutex_t counter = PTHREAD_MUTEX_INITIALIZER;
int with_first_fork;

static void count(int change) {
#ifdef COUNT
    pthread_mutex_lock(&counter);
    with_first_fork += change;
    assert(with_first_fork < N);
    pthread_mutex_unlock(&counter);
#else
    (void)change;
#endif
}

static void *philosopher(void *arg) {
    int self = (int)(long)arg;
    int first = self, second = (self + 1) % N;
#ifndef BUG
    if (first > second) {
        first = second;
        second = self;
    }
#endif
    pthread_mutex_lock(&fork_of[first]);
    count(+1);
    pthread_mutex_lock(&fork_of[second]);
    count(-1);
    pthread_mutex_unlock(&fork_of[second]);
    pthread_mutex_unlock(&fork_of[first]);
    return 0;
}

int main(void) {
    pthread_t id[N];
    for (int index = 0; index < N; index++)
        pthread_mutex_init(&fork_of[index], 0);
    for (long index = 0; index < N; index++)
        pthread_create(&id[index], 0, philosopher, (void *)index);
    for (int index = 0; index < N; index++)
        pthread_join(id[index], 0);
    return 0;
}
