// expect: violated pointer line=18
// also: race
// rounds: 2   min-rounds: 2

/* Checked, then cleared by the other thread, then used. */
#include <pthread.h>
#include <stdlib.h>

int *current;

void *clear(void *arg) {
    current = NULL;
    return NULL;
}

void *use(void *arg) {
    if (current != NULL)
        *current = 5;
    return NULL;
}

int main(void) {
    static int value;
    pthread_t c, u;
    current = &value;
    pthread_create(&c, NULL, clear, NULL);
    pthread_create(&u, NULL, use, NULL);
    pthread_join(c, NULL);
    pthread_join(u, NULL);
    return 0;
}
