// expect: error "unsupported: jumps between functions ('setjmp')"

#include <setjmp.h>

jmp_buf place;

int main(void)
{
    return setjmp(place);
}
