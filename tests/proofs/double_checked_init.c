// expect: safe

/* Settings that are computed by whoever needs them first: a flag is looked at without the lock, and if it is not yet
   set, a second time with it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct settings {
    int width, height, area;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool ready;
static struct settings shared;
static int times_computed;

static const struct settings *settings(void) {
    if (!atomic_load(&ready)) {
        pthread_mutex_lock(&lock);
        if (!atomic_load(&ready)) {
            shared.width = 4;
            shared.height = 3;
            shared.area = shared.width * shared.height;
            times_computed++;
            atomic_store(&ready, true);
        }
        pthread_mutex_unlock(&lock);
    }
    return &shared;
}

static void *worker(void *unused) {
    while (1) {
        const struct settings *found = settings();
        assert(found->area == found->width * found->height && found->area > 0);
        assert(times_computed == 1);
    }
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    pthread_exit(NULL);
}
