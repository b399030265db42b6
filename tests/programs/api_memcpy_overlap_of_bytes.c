// expect: violated api line=15
// min-rounds: 1

/* Which bytes are copied where is not known. */
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char text[8] = "overlap";
    unsigned from = __VERIFIER_nondet_uint(), to = __VERIFIER_nondet_uint();
    if (from > 4 || to > 4 || from == to)
        return 0;
    memcpy(text + to, text + from, 4);
    return 0;
}
