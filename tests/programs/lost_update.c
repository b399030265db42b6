// expect: violated assert line=23
// also: race
// rounds: 3   min-rounds: 3

/* Both threads read the counter before either writes it back. */
#include <assert.h>
#include <pthread.h>

int counter;

static void *increment(void *arg) {
    (void)arg;
    counter++;
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, increment, NULL);
    pthread_create(&second, NULL, increment, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    return 0;
}
