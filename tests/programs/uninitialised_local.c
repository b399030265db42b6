// expect: violated assert line=14
// rounds: 1   min-rounds: 1

/* A local without initialiser may hold anything; a global is zero. */
#include <assert.h>

int global;

int main(void) {
    int local;
    assert(global == 0);
    if (local == 123456)
        global = 1;
    assert(global == 0);
    return 0;
}
