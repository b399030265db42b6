// expect: safe
// options: --data-model ilp32

#include <assert.h>
#include <stddef.h>

struct point {
    char tag;
    double x;
    float y;
};
struct wide {
    char tag;
    long double number;
    char end;
};

struct wide wides[2] = {{1, 1.5L, 2}, {3, 2.5L, 4}};

int main(void) {
    assert(sizeof(struct point) == 16 && offsetof(struct point, x) == 4 && offsetof(struct point, y) == 12);
    assert(sizeof(long double) == 12 && sizeof(struct wide) == 20 && offsetof(struct wide, number) == 4);
    assert(wides[1].number - wides[0].number == 1 && wides[1].end == 4);
    return 0;
}
