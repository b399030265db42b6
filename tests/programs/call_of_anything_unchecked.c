// expect: bounded
// options: --check assert
// names: call_of_anything_unchecked.c:24: runs after a call of something that is no function
// names: a call of a function that is not defined or whose address is not taken

/* Nobody asks whether the number is the address of a function; what is called is one whose address is taken. */
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
    assert(calls == 1 || calls == 2);
    return 0;
}
