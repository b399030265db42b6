// expect: violated pointer line=9
// rounds: 1   unwind: 1   min-rounds: 1
// data-models: both

// Each thread gets the address of a variable that is gone when the next one is created.
#include <pthread.h>
void *count(void *argument) {
    int *number = argument;
    *number = *number + 1;
    return 0;
}
int main(void) {
    pthread_t id[2];
    for (int i = 0; i < 2; i++) {
        int number = i;
        pthread_create(&id[i], 0, count, &number);
    }
    pthread_join(id[0], 0);
    pthread_join(id[1], 0);
    return 0;
}
