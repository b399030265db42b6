// expect: safe
// options: --check deadlock

/* The last one takes the right fork first: forks are taken in the order of their numbers. */
#include <pthread.h>

#define N 2

static pthread_mutex_t fork[N];

static void *dine(void *arg) {
    int seat = (int)(long)arg;
    int left = seat, right = (seat + 1) % N;
    if (left > right) {
        left = right;
        right = seat;
    }
    pthread_mutex_lock(&fork[left]);
    pthread_mutex_lock(&fork[right]);
    pthread_mutex_unlock(&fork[right]);
    pthread_mutex_unlock(&fork[left]);
    return 0;
}

int main(void) {
    pthread_t philosopher[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork[i], 0);
    for (long i = 0; i < N; i++)
        pthread_create(&philosopher[i], 0, dine, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(philosopher[i], 0);
    return 0;
}
