// expect: safe

#include <assert.h>

enum colour { RED, GREEN = 5, BLUE };

static int classify(enum colour colour) {
    int result = 0;
    switch (colour) {
    case RED:
        result = 1;
        /* fall through */
    case GREEN:
        result += 10;
        break;
    case BLUE:
        return 7;
    default:
        result = -1;
    }
    return result;
}

static int next_number(void) {
    static int number = 3;
    return number++;
}

int main(void) {
    int i = 0, touched = 0;
    assert(classify(RED) == 11);
    assert(classify(GREEN) == 10);
    assert(classify(BLUE) == 7);
    assert(classify((enum colour)9) == -1);
    assert(next_number() == 3 && next_number() == 4);
    assert(!(i && ++touched));
    assert(i || ++touched);
    assert(touched == 1);
    i = (touched++, touched + 1);
    assert(i == 3);
again:
    i--;
    if (i > 0)
        goto again;
    assert(i == 0 && (i ? 1 : 2) == 2);
    int x = 6;
    x <<= 2;
    x |= 3;
    x ^= 8;
    x %= 10;
    x -= -1;
    assert(x == 10);
    return 0;
}
