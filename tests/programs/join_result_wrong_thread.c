// expect: violated assert line=20
// rounds: 2   min-rounds: 2

/* Both joins name the first thread's variable by mistake. */
#include <assert.h>
#include <pthread.h>

void *square(void *arg) {
    long n = (long)arg;
    return (void *)(n * n);
}

int main(void) {
    pthread_t t[2];
    void *result[2];
    pthread_create(&t[0], NULL, square, (void *)2L);
    pthread_create(&t[1], NULL, square, (void *)3L);
    pthread_join(t[0], &result[0]);
    pthread_join(t[1], &result[0]);
    assert((long)result[0] + 9 == 13);
    return 0;
}
