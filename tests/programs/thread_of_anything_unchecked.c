// expect: violated assert line=17
// rounds: 3   min-rounds: 3
// options: --check assert

/* A thread may start with any function whose address is taken. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

uintptr_t __VERIFIER_nondet_uintptr_t(void);

static int started;

static void *harmless(void *argument) { return argument; }
static void *harmful(void *argument)
{
    assert(!started);
    return argument;
}

static void *(*const starts[])(void *) = {harmless, harmful};

int main(void)
{
    pthread_t thread;
    uintptr_t word = __VERIFIER_nondet_uintptr_t();
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, 0, starts[i], 0);
        pthread_join(thread, 0);
    }
    started = 1;
    pthread_create(&thread, 0, (void *(*)(void *))word, 0);
    pthread_join(thread, 0);
    return 0;
}
