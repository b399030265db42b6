// expect: bounded
// options: --check assert
// names: unchecked_double_free.c:15: runs after a free of something that cannot be freed

/* If both come to it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *block, frees;

void *worker(void *argument)
{
    if (frees == 0)
        free(block);
    frees++;
    assert(frees < 3);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    block = malloc(sizeof *block);
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    return 0;
}
