// expect: violated assert

/* A thread ends inside an atomic section. What it writes there was read before the section. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

atomic_int given, copied;

void *copy(void *arg)
{
    int seen = given;
    __VERIFIER_atomic_begin();
    copied = seen;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, copy, 0);
    for (;;) {
        given = 1;
        copied = 1;
        assert(copied == 1);
    }
}
