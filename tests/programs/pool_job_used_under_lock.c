// expect: safe
// options: --check memory

/* The job is used as long as the lock is held. */
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number;
    int done;
};

static struct job *pool[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    struct job *mine = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 2; i++)
        if (pool[i] != 0 && !pool[i]->done)
            mine = pool[i];
    if (mine != 0)
        mine->done = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *clean_up(void *arg) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 2; i++) {
        free(pool[i]);
        pool[i] = 0;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second;
    for (int i = 0; i < 2; i++) {
        pool[i] = malloc(sizeof **pool);
        pool[i]->number = i;
        pool[i]->done = 0;
    }
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, clean_up, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
