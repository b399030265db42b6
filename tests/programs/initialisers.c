// expect: safe

/* Designated initialisers, nested, out of order, overridden and in ranges; compound literals; strings. */
#include <assert.h>

struct point {
    int x, y;
};

struct shape {
    const char *name;
    struct point corners[3];
    union {
        int radius;
        char tag;
    } more;
    int last;
};

struct shape global = {
    .corners[1].y = 5, .corners[2] = {.y = 7, .x = 6}, .name = "shape", .more.tag = 'q', 8,
};
struct shape table[] = {[2] = {.last = 1}, [0].name = "first", {[2] = {3, 4}}, {9}, 10, {"second", {{1, 2}, 3, 4}}};
int matrix[2][3] = {{1}, {[1] = 2, 3}};
int flat[2][2] = {1, 2, 3};
char text[] = "a" "bc", cut[2] = "xy", padded[5] = {"z"};
const char *names[] = {[1] = "one", "two"};
int ranges[8] = {[0 ... 6] = 1, [2 ... 3] = 5, [7] = 9};
struct {
    struct {
        int a, b;
    };
    int c[3], d;
} hidden = {.a = 1, 2, .c[1] = 5, 6, 7};
struct {
    struct point from, to;
    int rest;
} line = {.from = 1, 2, .to.y = 3, 4};
struct point *pointer = &(struct point){10, 11};
int *inside = &global.corners[2].x;

int sum(struct point p) {
    return p.x + p.y;
}

int first(const int *numbers) {
    return numbers[0];
}

int main(void) {
    assert(global.corners[0].x == 0 && global.corners[1].y == 5 && global.corners[2].x == 6);
    assert(global.corners[2].y == 7 && global.name[1] == 'h' && global.more.tag == 'q' && global.last == 8);
    assert(sizeof table / sizeof *table == 3 && table[2].last == 1 && table[0].name[0] == 'f');
    assert(table[1].corners[0].y == 2 && table[1].corners[1].x == 3 && table[1].corners[1].y == 4);
    assert(table[1].corners[2].x == 0);
    assert(table[0].corners[0].x == 0 && table[0].corners[2].y == 4 && table[0].more.radius == 9);
    assert(table[0].last == 10 && table[1].name[0] == 's');
    assert(hidden.a == 1 && hidden.b == 2 && hidden.c[0] == 0 && hidden.c[1] == 5 && hidden.c[2] == 6);
    assert(hidden.d == 7 && line.from.y == 2 && line.to.x == 0 && line.to.y == 3 && line.rest == 4);
    assert(matrix[0][0] == 1 && matrix[0][1] == 0 && matrix[1][0] == 0 && matrix[1][1] == 2 && matrix[1][2] == 3);
    assert(flat[0][1] == 2 && flat[1][0] == 3 && flat[1][1] == 0);
    assert(sizeof text == 4 && text[2] == 'c' && cut[1] == 'y' && padded[0] == 'z' && padded[4] == 0);
    assert(names[0] == 0 && names[2][1] == 'w' && sizeof names / sizeof *names == 3);
    assert(ranges[1] == 1 && ranges[2] == 5 && ranges[3] == 5 && ranges[4] == 1 && ranges[7] == 9);
    assert(pointer->y == 11 && *inside == 6);

    assert(sum((struct point){.y = 3, .x = 4}) == 7 && first((int[]){7, 8}) == 7);
    struct shape local = {"local", {[1] = (struct point){1, 2}}, .last = 3};
    assert(local.corners[0].y == 0 && local.corners[1].y == 2 && local.more.radius == 0 && local.last == 3);
    struct point *p = &(struct point){1};
    p->y += 2;
    assert(p->x == 1 && p->y == 2);
    for (int round = 0; round < 2; round++) {
        int fresh[3] = {[1] = round};
        assert(fresh[0] == 0 && fresh[1] == round && fresh[2] == 0);
        fresh[0] = fresh[2] = 9;
    }
    *p = (struct point){sum(*p), p->x};
    assert(p->x == 3 && p->y == 1);
    return 0;
}
