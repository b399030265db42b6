// expect: violated assert line=13
// rounds: 1   unwind: 1   min-rounds: 1

/* A variable that no file defines may hold anything, not only zero. */
#include <assert.h>

extern struct settings {
    int count;
    int table[2];
} settings;
int main(void)
{
    assert(settings.table[1] == 0);
    return 0;
}
