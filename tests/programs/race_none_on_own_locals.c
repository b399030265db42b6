// expect: safe
// options: --check race

/* Every thread gets a variable of its own, and elements of an array are different variables. */
#include <pthread.h>

static void *add(void *arg) {
    int *sum = arg;
    *sum += 2;
    return 0;
}

int main(void) {
    pthread_t first, second, third;
    int sum = 0, sums[2] = { 0, 0 };
    pthread_create(&first, 0, add, &sum);
    pthread_create(&second, 0, add, &sums[0]);
    pthread_create(&third, 0, add, &sums[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return sum + sums[0] + sums[1];
}
