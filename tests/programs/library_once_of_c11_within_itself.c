// expect: violated deadlock
// options: --check deadlock
// min-rounds: 1

#include <threads.h>

once_flag once = ONCE_FLAG_INIT;

void set_up(void)
{
    call_once(&once, set_up);
}

int main(void)
{
    call_once(&once, set_up);
    return 0;
}
