// expect: violated leak line=23
// rounds: 2   min-rounds: 2
// options: --check leak

/* One way out of the thread forgets its block. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
    int *scratch = malloc(4);
    *scratch = *(int *)arg;
    if (*scratch == 3)
        return 0;
    free(scratch);
    return 0;
}

int main(void) {
    pthread_t thread;
    int number = 3;
    pthread_create(&thread, 0, work, &number);
    pthread_join(thread, 0);
    return 0;
}
