// expect: violated pointer line=22
// also: race
// rounds: 2   min-rounds: 2

/* The struct that a function takes by value may be in a block that is not there any more. */
#include <pthread.h>
#include <stdlib.h>

struct shape {
    int width, height, depth;
    long id;
} *shape;

long area(struct shape of) {
    return (long)of.width * of.height;
}

void *work(void *unused) {
    struct shape *seen = shape;
    if (seen == 0)
        return 0;
    return (void *)area(*seen);
}

int main(void) {
    pthread_t thread;
    shape = calloc(1, sizeof *shape);
    pthread_create(&thread, 0, work, 0);
    struct shape *old = shape;
    shape = 0;
    free(old);
    pthread_join(thread, 0);
    return 0;
}
