// expect: safe
// data-models: both

/* Bit-fields: their signs, how they wrap around, and that neighbours stay as they are. */
#include <assert.h>

struct flags {
    unsigned low : 3;
    signed middle : 4;
    unsigned : 2;
    unsigned high : 7;
    _Bool truth : 1;
    unsigned : 0;
    unsigned char next;
    long long wide : 40;
};

struct packed {
    unsigned short a : 5, b : 6, c : 5;
};

union view {
    struct packed fields;
    unsigned short whole;
};

int main(void) {
    struct flags f = {5, -3, 100, 1, 9, -1};
    assert(f.low == 5 && f.middle == -3 && f.high == 100 && f.truth && f.next == 9 && f.wide == -1);
    f.low += 4;
    assert(f.low == 1 && f.middle == -3);
    f.middle = 7;
    f.middle++;
    assert(f.middle == -8 && f.low == 1 && f.high == 100);
    f.truth = 6;
    assert(f.truth == 1);
    f.high = 0x1ff;
    assert(f.high == 127 && f.truth == 1 && f.middle == -8);
    f.wide = 0x123456789aLL << 1;
    assert(f.wide == 0x2468acf134LL && f.next == 9);
    assert((f.low = 9) == 1);
    assert(f.low - 2 < 0);

    union view v = {.fields = {3, 33, 17}};
    assert(v.whole == (3 | 33 << 5 | 17 << 11));
    v.whole = 0xffff;
    v.fields.b = 0;
    assert(v.whole == 0xf81f && sizeof(struct packed) == 2);
    assert(sizeof(struct flags) == (sizeof(long) == 8 ? 16 : 12));
    return 0;
}
