// expect: violated assert line=34
// also: race

/* Workers poll a flag that tells them to stop, but only one of them is waited for before the sum is taken. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct worker {
    pthread_t thread;
    unsigned done;
};

static atomic_bool stop;
static atomic_uint total;
static struct worker workers[2];

static void *work(void *argument) {
    struct worker *self = argument;
    while (!stop) {
        self->done++;
        atomic_fetch_add(&total, 1);
    }
    return NULL;
}

int main(void) {
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    stop = true;
    for (int i = 0; i < 1; i++)
        pthread_join(workers[i].thread, NULL);
    assert(total == workers[0].done + workers[1].done);
    return 0;
}
