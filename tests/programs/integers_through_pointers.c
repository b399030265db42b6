// expect: safe
// rounds: 3
// data-models: both

/* Integers of every size travel through the argument and the result of a thread, negative ones too. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

void *work(void *argument) {
    int number = (int)(intptr_t)argument;
    char letter = (char)(long)argument;
    assert(number == -5 && letter == -5 && (unsigned char)(uintptr_t)argument == 251);
    assert((long)argument < 0 && argument == (void *)-5L);
    pthread_exit((void *)(intptr_t)(number * 2));
}

void *plain(void *argument) {
    return (void *)((long)argument + 1);
}

int main(void) {
    pthread_t a, b;
    void *result;
    int64_t wide;
    pthread_create(&a, 0, work, (void *)-5L);
    pthread_create(&b, 0, plain, (void *)(long)'x');
    pthread_join(a, &result);
    assert((int)(long)result == -10 && (intptr_t)result == -10);
    pthread_join(b, (void **)&result);
    wide = (intptr_t)result;
    assert(wide == 'y' && result == (char *)0 + 'y');
    void *odd = (void *)0x1001;
    assert(((uintptr_t)odd & 1) && ((uintptr_t)odd | 2) == 0x1003);
    return 0;
}
