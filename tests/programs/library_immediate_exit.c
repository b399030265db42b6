// expect: safe

/* _Exit and abort end the process at once, without running anything; nothing behind them is reached. */
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

void never(void) {
    assert(0);
}

int main(void) {
    atexit(never);
    at_quick_exit(never);
    switch (__VERIFIER_nondet_int()) {
    case 0:
        _Exit(0);
        assert(0);
    case 1:
        abort();
        assert(0);
    case 2:
        _exit(0);
        assert(0);
    default:
        __builtin_trap();
        assert(0);
    }
}
