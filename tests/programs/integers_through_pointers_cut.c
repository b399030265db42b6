// expect: violated assert line=10
// rounds: 1   min-rounds: 1
// options: --data-model ilp32

/* With 32 bits a pointer does not hold a long long. */
#include <assert.h>
#include <pthread.h>

void *work(void *argument) {
    assert((unsigned long long)(unsigned long)argument == 0x100000002ULL);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, (void *)(unsigned long)0x100000002ULL);
    return 0;
}
