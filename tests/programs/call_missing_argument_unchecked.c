// expect: violated assert line=24
// rounds: 1   min-rounds: 1
// data-models: both
// options: --check assert

/* What is not passed is whatever the register or the stack has, not 0. */
#include <assert.h>

typedef int (*handler_t)(int);

int on_event(int event, int flags)
{
    return flags;
}

int main(void)
{
    handler_t handlers[2];
    int sum = 0;
    handlers[0] = (handler_t)on_event;
    handlers[1] = (handler_t)on_event;
    for (int i = 0; i < 2; i++)
        sum += handlers[i](i);
    assert(sum != 12);
    return 0;
}
