// expect: no-violation

/* Whoever has been woken does not mind that the condition variable is destroyed and its memory freed. */
#include <pthread.h>
#include <stdlib.h>

struct event {
    pthread_cond_t happened;
    int set;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int waiting;

void *waiter(void *argument)
{
    struct event *event = argument;
    pthread_mutex_lock(&lock);
    waiting = 1;
    pthread_cond_wait(&event->happened, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct event *event = malloc(sizeof(struct event));
    pthread_cond_init(&event->happened, 0);
    pthread_create(&thread, 0, waiter, event);
    pthread_mutex_lock(&lock);
    int is_there = waiting;
    pthread_cond_broadcast(&event->happened);
    pthread_mutex_unlock(&lock);
    if (is_there) {
        pthread_cond_destroy(&event->happened);
        free(event);
    }
    return 0;
}
