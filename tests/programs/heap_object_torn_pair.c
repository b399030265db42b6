// expect: violated assert line=23
// also: race
// rounds: 1   min-rounds: 1

/* Two fields that belong together are written one after the other. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair {
    int low, high;
};

void *mover(void *arg) {
    struct pair *p = arg;
    p->low += 10;
    p->high += 10;
    return NULL;
}

void *checker(void *arg) {
    struct pair *p = arg;
    assert(p->low <= p->high);
    return NULL;
}

int main(void) {
    struct pair *p = calloc(1, sizeof *p);
    pthread_t m, c;
    p->high = 5;
    pthread_create(&m, NULL, mover, p);
    pthread_create(&c, NULL, checker, p);
    pthread_join(m, NULL);
    pthread_join(c, NULL);
    free(p);
    return 0;
}
