// expect: violated assert line=11
// rounds: 1   min-rounds: 1

/* An initialiser clears the rest of its array; without one, elements are arbitrary. */
#include <assert.h>
#include <pthread.h>

void *reader(void *arg) {
    int *values = arg;
    assert(values[0] == 1);
    assert(values[1] == 0);
    return NULL;
}

int main(void) {
    int cleared[3] = {1};
    int partial[2];
    pthread_t t;
    assert(cleared[1] == 0 && cleared[2] == 0);
    partial[0] = 1;
    pthread_create(&t, NULL, reader, partial);
    pthread_join(t, NULL);
    return 0;
}
