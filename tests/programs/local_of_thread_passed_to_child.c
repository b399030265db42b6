// expect: violated assert line=21
// also: race
// rounds: 2   min-rounds: 2

/* The child changes a local of the thread that created it, between two looks at it. */
#include <assert.h>
#include <pthread.h>

void *child(void *arg) {
    int *number = arg;
    *number = *number * 2;
    return NULL;
}

void *parent(void *arg) {
    int number = 21;
    pthread_t t;
    pthread_create(&t, NULL, child, &number);
    int before = number;
    int after = number;
    assert(before == after);
    pthread_join(t, NULL);
    return NULL;
}

int main(void) {
    pthread_t p;
    pthread_create(&p, NULL, parent, NULL);
    pthread_join(p, NULL);
    return 0;
}
