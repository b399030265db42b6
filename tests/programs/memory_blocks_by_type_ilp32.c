// expect: safe
// options: --data-model ilp32

/* Structs with padding, arrays of scalars, sizes in bytes: copied whole, compared and filled. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct record {
    char tag;
    int value;
    char *text;
    short pair[2];
};

int numbers[5] = { 1, 2, 3, 4, 5 };
int copies[5];

int main(void)
{
    struct record a, b;
    memset(&a, 0, sizeof a);
    assert(a.tag == 0 && a.value == 0 && a.text == 0 && a.pair[1] == 0);
    a.value = -7;
    a.text = "x";
    a.pair[1] = 9;
    memcpy(&b, &a, sizeof(struct record));
    assert(b.value == -7 && b.text[0] == 'x' && b.pair[1] == 9);
    assert(memcmp(&a, &b, sizeof a) == 0);

    memcpy(copies, numbers, sizeof numbers);
    assert(copies[0] == 1 && copies[4] == 5);
    assert(memcmp(copies, numbers, sizeof numbers) == 0);
    copies[3] = 0x100;
    /* Byte by byte, 4 is larger than 0x100. */
    assert(memcmp(copies, numbers, sizeof numbers) < 0);
    memmove(copies + 1, copies, 4 * sizeof(int));
    assert(copies[1] == 1 && copies[4] == 0x100);
    memmove(copies, copies + 1, 4 * sizeof(int));
    assert(copies[0] == 1 && copies[3] == 0x100);
    memset(copies, -1, 10);
    assert(copies[0] == -1 && copies[1] == -1 && (copies[2] & 0xffff) == 0xffff && (copies[2] >> 16) == 0);
    memset(copies, 0x12, sizeof copies);
    assert(copies[4] == 0x12121212);

    /* Types that do not fit together: bytes. */
    long whole = 0x05060708;
    unsigned char bytes[sizeof(long)];
    memcpy(bytes, &whole, sizeof whole);
    assert(bytes[0] == 8);
    short halves[2];
    memcpy(halves, &whole, sizeof halves);
    assert(halves[0] == 0x0708 && halves[1] == 0x0506);
    return 0;
}
