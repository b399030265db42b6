// expect: violated assert line=67

/* A queue of jobs with two workers that end as soon as the queue is shut down, though there are jobs left. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define CAPACITY 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned pending, submitted, done;
static bool closing;

static bool submit(void) {
    pthread_mutex_lock(&lock);
    while (pending == CAPACITY && !closing)
        pthread_cond_wait(&changed, &lock);
    bool accepted = !closing;
    if (accepted) {
        pending++;
        submitted++;
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    return accepted;
}

static bool do_next(void) {
    pthread_mutex_lock(&lock);
    while (pending == 0 && !closing)
        pthread_cond_wait(&changed, &lock);
    bool found = pending > 0 && !closing;
    if (found) {
        pending--;
        done++;
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void *worker(void *unused) {
    while (do_next())
        ;
    return NULL;
}

static void *shut_down(void *unused) {
    pthread_mutex_lock(&lock);
    closing = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t first, second, operator;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_create(&operator, NULL, shut_down, NULL);
    while (submit())
        ;
    pthread_join(operator, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(pending == 0 && done == submitted);
    return 0;
}
