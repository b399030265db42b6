// expect: no-violation
// rounds: 2

/* Three philosophers, one of them left-handed; a fork is in one hand at a time. */
#include <assert.h>
#include <pthread.h>

#define SEATS 3

pthread_mutex_t fork_lock[SEATS];
int holder[SEATS];

static void take(int fork, int who) {
    pthread_mutex_lock(&fork_lock[fork]);
    holder[fork] = who;
}

static void put(int fork, int who) {
    assert(holder[fork] == who);
    holder[fork] = 0;
    pthread_mutex_unlock(&fork_lock[fork]);
}

void *philosopher(void *arg) {
    int seat = (int)(long)arg;
    int left = seat;
    int right = (seat + 1) % SEATS;
    if (seat == 0) {
        left = right;
        right = seat;
    }
    take(left, seat + 1);
    take(right, seat + 1);
    put(right, seat + 1);
    put(left, seat + 1);
    return NULL;
}

int main(void) {
    pthread_t t[SEATS];
    for (int i = 0; i < SEATS; i++)
        pthread_mutex_init(&fork_lock[i], NULL);
    for (long i = 0; i < SEATS; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < SEATS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
