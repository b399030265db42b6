// expect: safe

/* exit runs the handlers, from any depth of calls; abort and _exit do not. */
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int ready;

void handler(void)
{
    assert(ready);
}

void leave(int how)
{
    if (how == 1)
        abort();
    if (how == 2)
        _exit(1);
    ready = 1;
    exit(0);
}

int main(void)
{
    atexit(handler);
    leave(__VERIFIER_nondet_int());
    assert(0);
    return 0;
}
