// expect: safe
// data-models: both

/* Packed and aligned structs, by attributes before and after the body, and _Alignas. */
#include <assert.h>
#include <stddef.h>

struct __attribute__((packed)) before {
    char a;
    int b;
};

struct after {
    char a;
    long long b;
    short c;
} __attribute__((__packed__));

struct aligned {
    char a;
    _Alignas(16) char b;
    int c __attribute__((aligned(8)));
};

struct outer {
    char a;
    struct after inner;
} __attribute__((aligned(4)));

asm(".globl nothing");

int main(void) {
    assert(sizeof(struct before) == 5 && offsetof(struct before, b) == 1);
    assert(sizeof(struct after) == 11 && offsetof(struct after, c) == 9 && _Alignof(struct after) == 1);
    assert(offsetof(struct aligned, b) == 16 && offsetof(struct aligned, c) == 24 && sizeof(struct aligned) == 32);
    assert(offsetof(struct outer, inner) == 1 && sizeof(struct outer) == 12);
    assert(_Alignof(struct outer) == 4);
    struct before p = {1, 0x01020304};
    unsigned char *bytes = (unsigned char *)&p;
    assert(bytes[1] == 4 && bytes[4] == 1);
    p.b = -1;
    assert(p.a == 1 && bytes[4] == 255);
    return 0;
}
