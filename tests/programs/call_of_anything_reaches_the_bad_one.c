// expect: violated assert line=25
// min-rounds: 1
// options: --check assert

/* One of the functions whose address is taken does harm. */
#include <assert.h>
#include <stdint.h>

uintptr_t __VERIFIER_nondet_uintptr_t(void);

static int calls;
static void first(void) { calls = 1; }
static void second(void) { calls = 2; }

static void (*handlers[])(void) = {first, second};

int main(void)
{
    for (int i = 0; i < 2; i++)
        handlers[i]();
    void (*function)(void) = (void (*)(void))__VERIFIER_nondet_uintptr_t();
    calls = 3;
    function();
    /* Not so after the second. */
    assert(calls == 1);
    return 0;
}
