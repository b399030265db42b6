// expect: violated assert line=23
// also: race
// rounds: 3   min-rounds: 3

/* Both threads read the balance before either writes it back. */
#include <assert.h>
#include <pthread.h>

double balance = 0.5;

static void *deposit(void *amount) {
    balance += *(double *)amount;
    return NULL;
}

int main(void) {
    pthread_t first, second;
    double one = 1.25, two = 2.5;
    pthread_create(&first, NULL, deposit, &one);
    pthread_create(&second, NULL, deposit, &two);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(balance == 4.25);
    return 0;
}
