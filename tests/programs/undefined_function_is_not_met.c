// expect: safe

/* What no run calls is not assumed either. */
#include <assert.h>

void stop(const char *why);
int count;

int main(void)
{
    if (count != 0)
        stop("it is zero");
    assert(count == 0);
    return 0;
}
