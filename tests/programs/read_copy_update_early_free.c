// expect: violated pointer line=27
// also: race
// rounds: 2   min-rounds: 2

/* The updater frees the old version while a reader may still hold it. */
#include <pthread.h>
#include <stdlib.h>

struct version {
    int number;
};

struct version *current;
int observed;

void *updater(void *arg) {
    struct version *fresh = malloc(sizeof *fresh);
    struct version *old = current;
    fresh->number = 2;
    current = fresh;
    free(old);
    return NULL;
}

void *reader(void *arg) {
    struct version *mine = current;
    observed = mine->number;
    return NULL;
}

int main(void) {
    pthread_t u, r;
    current = malloc(sizeof(struct version));
    current->number = 1;
    pthread_create(&u, NULL, updater, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(u, NULL);
    pthread_join(r, NULL);
    return 0;
}
