// expect: safe
// data-models: both

// The thread has ended before the block does.
#include <assert.h>
#include <pthread.h>
void *count(void *argument) {
    int *number = argument;
    *number = *number + 1;
    return 0;
}
int main(void) {
    for (int i = 0; i < 2; i++) {
        pthread_t id;
        int number = i;
        pthread_create(&id, 0, count, &number);
        pthread_join(id, 0);
        assert(number == i + 1);
    }
    return 0;
}
