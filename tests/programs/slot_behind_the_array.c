// expect: violated pointer line=15
// rounds: 2   min-rounds: 2
// options: --check memory

/* Looking for room and taking it are two steps. */
#include <pthread.h>

static int slots[2];
static int used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take_slot(void *arg) {
    if (used < 2) {
        pthread_mutex_lock(&lock);
        slots[used++] = 1;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], 0, take_slot, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], 0);
    return 0;
}
