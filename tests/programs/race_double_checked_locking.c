// expect: violated race line=17
// rounds: 1   min-rounds: 1
// options: --check race

/* The first look at the pointer is not under the lock. */
#include <pthread.h>
#include <stdlib.h>

struct settings {
    int depth;
};

static struct settings *settings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct settings *get(void) {
    if (settings == 0) {
        pthread_mutex_lock(&lock);
        if (settings == 0) {
            struct settings *made = malloc(sizeof *made);
            made->depth = 3;
            settings = made;
        }
        pthread_mutex_unlock(&lock);
    }
    return settings;
}

static void *use(void *arg) {
    return get()->depth == 3 ? arg : 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, use, 0);
    pthread_create(&second, 0, use, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
