// expect: violated assert line=12
// rounds: 1   min-rounds: 1
// options: --entry sum

/* A block on the stack and the arguments of the entry hold anything. */
#include <alloca.h>
#include <assert.h>

long sum(int index, long more) {
    char *block = alloca(4);
    block[0] = 1;
    assert(index != 3 || block[index] != 7 || more != 99999999L);
    return block[0] + more;
}

int main(void) {
    return 0;
}
