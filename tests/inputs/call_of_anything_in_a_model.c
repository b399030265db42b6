// The function that pthread_once calls may be anything: the call inside the model is shown where the user makes it.
#include <pthread.h>

unsigned long __VERIFIER_nondet_ulong(void);
pthread_once_t once = PTHREAD_ONCE_INIT;

int main(void) {
    void (*function)(void) = (void (*)(void))__VERIFIER_nondet_ulong();
    pthread_once(&once, function);
    return 0;
}
