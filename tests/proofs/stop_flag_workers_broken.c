// expect: violated assert line=34

/* Workers poll a flag that tells them to stop, and add to the common total by a load and a store: what the other adds
   in between is lost. */
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
        total = total + 1;
    }
    return NULL;
}

int main(void) {
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    stop = true;
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i].thread, NULL);
    assert(total == workers[0].done + workers[1].done);
    return 0;
}
