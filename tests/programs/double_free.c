// expect: violated free line=15
// also: race
// rounds: 2   min-rounds: 2

/* Both threads see the pointer before either has cleared it. */
#include <pthread.h>
#include <stdlib.h>

char *buffer;

void *cleaner(void *arg) {
    if (buffer != NULL) {
        char *mine = buffer;
        buffer = NULL;
        free(mine);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    buffer = malloc(8);
    pthread_create(&a, NULL, cleaner, NULL);
    pthread_create(&b, NULL, cleaner, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
