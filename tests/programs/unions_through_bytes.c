// expect: safe
// data-models: both

/* The bytes of numbers, seen through unions and pointers to char; little-endian, as gcc lays them out. */
#include <assert.h>
#include <string.h>

union word {
    unsigned int whole;
    unsigned short halves[2];
    unsigned char bytes[4];
    struct {
        unsigned char first, second;
        unsigned short rest;
    } parts;
};

struct tagged {
    char kind;
    union {
        long number;
        void *pointer;
        char text[sizeof(long)];
    };
};

int main(void) {
    union word w = {0x04030201};
    assert(w.bytes[0] == 1 && w.bytes[3] == 4 && w.halves[1] == 0x0403);
    w.parts.rest = 0xaabb;
    assert(w.whole == 0xaabb0201 && w.parts.second == 2);
    w.bytes[1] = 0xff;
    assert(w.halves[0] == 0xff01);

    unsigned long number = 0x1122;
    unsigned char *byte = (unsigned char *)&number;
    assert(byte[0] == 0x22 && byte[1] == 0x11 && byte[sizeof(long) - 1] == 0);
    byte[sizeof(long) - 1] = 1;
    assert(number == (1UL << (sizeof(long) - 1) * 8 | 0x1122));

    struct tagged t = {1, {.number = 0}};
    strcpy(t.text, "ab");
    assert(t.number == 'a' + 256 * 'b' && t.kind == 1);
    t.pointer = &w;
    assert(((union word *)t.number)->bytes[0] == 1);
    assert(sizeof(struct tagged) == 2 * sizeof(long));
    return 0;
}
