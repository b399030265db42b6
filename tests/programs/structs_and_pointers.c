// expect: safe

/* Structs by value, nested members, pointer arithmetic, arrays of arrays, strings. */
#include <assert.h>

struct point {
    int x, y;
};

struct line {
    struct point from, to;
    char name[4];
};

static struct point middle(struct line line) {
    struct point result = {(line.from.x + line.to.x) / 2, (line.from.y + line.to.y) / 2};
    line.from.x = 1000;
    return result;
}

static void move(struct point *p, int dx) {
    p->x += dx;
}

int main(void) {
    struct line a = {{0, 0}, {4, 8}, "ab"};
    struct line b = a;
    struct point m = middle(a);
    int numbers[5] = {10, 20, 30, 40, 50};
    int *p = numbers;
    int *end = numbers + 5;
    const char *text = "xyz";

    assert(m.x == 2 && m.y == 4);
    assert(a.from.x == 0);
    move(&b.to, 3);
    assert(b.to.x == 7 && a.to.x == 4);
    assert(a.name[1] == 'b' && a.name[2] == 0 && a.name[3] == 0);
    p += 2;
    assert(*p == 30 && p[-1] == 20 && *(p + 1) == 40);
    assert(*p++ == 30 && *p == 40);
    assert(end - p == 2 && p < end);
    assert(text[2] == 'z' && text[3] == '\0');
    return 0;
}
