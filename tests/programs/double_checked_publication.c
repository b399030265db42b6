// expect: violated assert line=31
// also: race
// rounds: 1   min-rounds: 1

/* The pointer is visible before what it points to is filled in. Heap memory starts with arbitrary contents. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct table {
    int size;
};

struct table *volatile table;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static struct table *get(void) {
    if (!table) {
        pthread_mutex_lock(&guard);
        if (!table) {
            table = malloc(sizeof(struct table));
            table->size = 16;
        }
        pthread_mutex_unlock(&guard);
    }
    return table;
}

void *user(void *arg) {
    struct table *mine = get();
    assert(mine->size == 16);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
