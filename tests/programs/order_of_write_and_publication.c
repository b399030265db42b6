// expect: violated assert line=28
// also: race
// rounds: 1   min-rounds: 1

/* From left to right, the block is filled before others can know it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *published;

static int publish(int *block) {
    published = block;
    return 0;
}

static int fill(int *block) {
    *block = 7;
    return 0;
}

static void *look(void *unused) {
    int *block = published;
    if (block) {
        int value = *block;
        /* A block of calloc is 0 until it is filled. */
        int is_filled = value == 7;
        assert(is_filled);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    int *block = calloc(1, sizeof(int));
    if (!block)
        return 0;
    int sum = fill(block) + publish(block);
    pthread_join(thread, 0);
    return sum;
}
