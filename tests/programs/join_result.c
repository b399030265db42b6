// expect: safe
// rounds: 2

/* Results come back as pointers to the heap and as integers in a pointer. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *square(void *arg) {
    long n = (long)arg;
    return (void *)(n * n);
}

void *boxed(void *arg) {
    int *result = malloc(sizeof(int));
    *result = 17;
    return result;
}

int main(void) {
    pthread_t s, b;
    void *number;
    void *box;
    pthread_create(&s, NULL, square, (void *)9L);
    pthread_create(&b, NULL, boxed, NULL);
    pthread_join(s, &number);
    pthread_join(b, &box);
    assert((long)number == 81);
    assert(*(int *)box == 17);
    free(box);
    return 0;
}
