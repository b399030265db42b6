// expect: violated assert line=24
// also: race
// rounds: 2   min-rounds: 2

/* A variable of a function that all threads share; each stores what it counted where it was told to. */
#include <assert.h>
#include <pthread.h>

void *count(void *place) {
    static int calls;
    int seen = calls;
    calls = seen + 1;
    *(int *)place = seen;
    return 0;
}

int main(void) {
    pthread_t thread;
    int first, second;
    pthread_create(&thread, 0, count, &first);
    count(&second);
    pthread_join(thread, 0);
    assert(first < 2 && second < 2);
    assert(first != second);
    return 0;
}
