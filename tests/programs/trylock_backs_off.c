// expect: bounded
// rounds: 3   unwind: 2

/* Avoids the deadlock of opposite lock orders by giving back the first lock. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
int total;

static void lock_both(pthread_mutex_t *first, pthread_mutex_t *second) {
    for (;;) {
        pthread_mutex_lock(first);
        if (pthread_mutex_trylock(second) == 0)
            return;
        pthread_mutex_unlock(first);
    }
}

static void add(int amount) {
    int old = total;
    total = old + amount;
    assert(total == old + amount);
}

void *one(void *arg) {
    lock_both(&left, &right);
    add(1);
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return NULL;
}

void *two(void *arg) {
    lock_both(&right, &left);
    add(2);
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
