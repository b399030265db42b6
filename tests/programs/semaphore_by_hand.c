// expect: no-violation
// rounds: 3   unwind: 2

/* A counting semaphore from a mutex and a condition variable guards a resource with one place. */
#include <assert.h>
#include <pthread.h>

struct semaphore {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int value;
};

struct semaphore places;
int users;

static void down(struct semaphore *s) {
    pthread_mutex_lock(&s->lock);
    while (s->value == 0)
        pthread_cond_wait(&s->changed, &s->lock);
    s->value--;
    pthread_mutex_unlock(&s->lock);
}

static void up(struct semaphore *s) {
    pthread_mutex_lock(&s->lock);
    s->value++;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void *user(void *arg) {
    down(&places);
    users = users + 1;
    assert(users == 1);
    users = users - 1;
    up(&places);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&places.lock, NULL);
    pthread_cond_init(&places.changed, NULL);
    places.value = 1;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
