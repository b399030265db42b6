// expect: violated race line=30
// rounds: 2   min-rounds: 1
// options: --check race --reduce no-values

/* A block is freed by main while a thread writes it, and another thread writes a variable that may be gone. */
#include <pthread.h>
#include <stdlib.h>

static struct pair { int left, right; } *pair;

static void *fill(void *arg) { pair->left = 2; return arg; }

static void *borrow(void *arg) {
    int *borrowed = arg;
    *borrowed = 2;
    return arg;
}

static void lend(void) {
    pthread_t id;
    int own = 1;
    pthread_create(&id, 0, borrow, &own);
}

int main(void) {
    pthread_t id;
    pair = malloc(sizeof *pair);
    pthread_create(&id, 0, fill, 0);
    lend();
    free(pair);
    return 0;
}
