// expect: violated deadlock line=12
// rounds: 1   min-rounds: 1
// options: --check deadlock

/* A function that locks calls another one that locks the same mutex. */
#include <pthread.h>

static int level;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void raise_level(void) {
    pthread_mutex_lock(&lock);
    level++;
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_mutex_lock(&lock);
    if (level == 0)
        raise_level();
    pthread_mutex_unlock(&lock);
    return 0;
}
