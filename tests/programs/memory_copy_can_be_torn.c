// expect: violated assert line=26
// also: race
// rounds: 2   min-rounds: 2

/* Another thread can come between two parts of a memcpy. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
    int left;
    int right;
} shared = { 1, 1 };

void *writer(void *argument)
{
    struct pair next = { 2, 2 };
    memcpy(&shared, &next, sizeof next);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    assert(shared.left == shared.right);
    return 0;
}
