// expect: violated pointer line=17
// min-rounds: 1

/* A number need not be the address of a function. */
#include <stdint.h>

uintptr_t __VERIFIER_nondet_uintptr_t(void);

static void nothing(void) {}

static void (*handler)(void) = nothing;

int main(void)
{
    handler();
    void (*function)(void) = (void (*)(void))__VERIFIER_nondet_uintptr_t();
    function();
    return 0;
}
