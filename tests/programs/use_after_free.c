// expect: violated pointer line=18
// also: race
// rounds: 1   min-rounds: 1

/* The first thread frees the node the second one still reads. */
#include <pthread.h>
#include <stdlib.h>

int *shared;
int copy;

void *destroyer(void *arg) {
    free(shared);
    return NULL;
}

void *reader(void *arg) {
    copy = *shared;
    return NULL;
}

int main(void) {
    pthread_t d, r;
    shared = malloc(sizeof(int));
    *shared = 1;
    pthread_create(&d, NULL, destroyer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(d, NULL);
    pthread_join(r, NULL);
    return 0;
}
