// expect: violated assert line=24
// rounds: 1   min-rounds: 1

/* A label, or a case, before a declaration and at the end of a block: C23, and newer gcc in any mode. */
#include <assert.h>

typedef int number;

int choose(int x) {
    switch (x) {
    case 1:
        number y = 5;
        return y;
    case 2:
        int z = 6;
        return z;
    default:
    }
    return 7;
}

int main(void) {
    assert(choose(1) == 5 && choose(3) == 7);
    assert(choose(2) == 5);
    goto end;
end:
}
