// expect: violated leak line=20
// rounds: 2   min-rounds: 2
// options: --check leak

/* Main may end while the thread still has its block. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
    int *scratch = malloc(4);
    *scratch = *(int *)arg;
    free(scratch);
    return 0;
}

int main(void) {
    pthread_t thread;
    int number = 3;
    pthread_create(&thread, 0, work, &number);
    return 0;
}
