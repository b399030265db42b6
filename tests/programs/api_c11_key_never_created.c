// expect: violated api line=10
// min-rounds: 1

#include <threads.h>

tss_t key;

int main(void)
{
    return tss_get(key) != 0;
}
