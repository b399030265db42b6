// expect: safe
// options: --check leak

/* Every way out of the thread frees its block. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
    int *scratch = malloc(4);
    *scratch = *(int *)arg;
    int result = *scratch;
    free(scratch);
    if (result == 3)
        return 0;
    return arg;
}

int main(void) {
    pthread_t thread;
    int number = 3;
    pthread_create(&thread, 0, work, &number);
    pthread_join(thread, 0);
    return 0;
}
