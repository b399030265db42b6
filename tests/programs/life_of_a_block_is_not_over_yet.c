// expect: safe

// Inside the block, and behind it if the variable is the outer one.
#include <assert.h>
int main(void) {
    int outer = 2, *p = &outer;
    for (int i = 0; i < 3; i++) {
        int x = i, *q = &x;
        if (i == 1)
            continue;
        assert(*q == i);
        if (i == 2)
            p = &outer;
    }
    struct pair { int a, b; } whole = ({ struct pair inner = { 1, 2 }; inner; });
    assert(*p == 2 && whole.b == 2);
    switch (*p) {
        int late;
    case 2:
        p = &late;
        *p = 3;
        assert(late == 3);
    }
    return 0;
}
