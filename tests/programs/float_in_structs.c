// expect: safe

/* Layout of floats in structs, copies, arrays, unions as bytes. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct point {
    char tag;
    double x;
    float y;
};
union word {
    float number;
    unsigned bits;
    unsigned char bytes[4];
};
struct wide {
    char tag;
    long double number;
};

static struct point moved(struct point from, float by) {
    from.x += by;
    from.y -= by;
    return from;
}

static double mean(const double *values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

int main(void) {
    if (sizeof(void *) == 8) {
        assert(sizeof(struct point) == 24 && offsetof(struct point, x) == 8 && offsetof(struct point, y) == 16);
        assert(sizeof(struct wide) == 32 && offsetof(struct wide, number) == 16);
    }
    struct point start = {'a', 1.5, 2}, end = moved(start, 0.25f);
    assert(end.x == 1.75 && end.y == 1.75f && start.x == 1.5 && end.tag == 'a');
    union word word = {1.0f};
    assert(word.bits == 0x3f800000 && word.bytes[3] == 0x3f && word.bytes[0] == 0);
    word.bits |= 0x80000000;
    assert(word.number == -1);
    word.bytes[2] = 0xc0;
    assert(word.number == -1.5f);
    unsigned long long bits;
    double number = -2.0;
    memcpy(&bits, &number, sizeof bits);
    assert(bits == 0xc000000000000000);
    double values[] = {1, 2, 3.5, [5] = 0.25f};
    assert(mean(values, 3) == 6.5 / 3 && values[4] == 0 && values[5] == 0.25);
    double *heap = calloc(2, sizeof *heap);
    heap[1] = 4;
    assert(heap[0] == 0 && *(heap + 1) / 8 == 0.5);
    free(heap);
    struct wide wide = {1, 2.5}, copy = wide;
    assert(copy.number == 2.5 && copy.number * 2 == 5);
    return 0;
}
