// expect: violated race line=10
// rounds: 1   min-rounds: 1
// options: --check race

/* The sum is a variable of main, which both threads get the address of. */
#include <pthread.h>

static void *add(void *arg) {
    int *sum = arg;
    *sum += 2;
    return 0;
}

int main(void) {
    pthread_t first, second;
    int sum = 0;
    pthread_create(&first, 0, add, &sum);
    pthread_create(&second, 0, add, &sum);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return sum;
}
