// expect: violated api line=11
// min-rounds: 1

/* C11 has no initialiser for a condition variable but cnd_init. */
#include <threads.h>

cnd_t changed;

int main(void)
{
    cnd_signal(&changed);
    return 0;
}
