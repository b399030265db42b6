// expect: violated deadlock line=16
// rounds: 1   min-rounds: 1
// options: --check deadlock

/* Everyone takes the left fork first. */
#include <pthread.h>

#define N 5

static pthread_mutex_t fork[N];

static void *dine(void *arg) {
    int seat = (int)(long)arg;
    int left = seat, right = (seat + 1) % N;
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
