// expect: violated race

/* An atomic section with an end on each of two paths. Main does not keep out of it. */
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int last, is_odd;

void *toggle(void *arg)
{
    for (;;) {
        __VERIFIER_atomic_begin();
        last = 1;
        if (is_odd) {
            is_odd = 0;
            __VERIFIER_atomic_end();
        } else {
            is_odd = 1;
            __VERIFIER_atomic_end();
        }
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, toggle, 0);
    for (;;)
        last = 0;
}
