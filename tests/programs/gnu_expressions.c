// expect: safe

/* What gcc adds to expressions and statements. */
#include <assert.h>

#define TYPE_NUMBER(x)                                                               \
    __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), int), 1,       \
        __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), char), 2, 3))

#define LARGER(a, b)                     \
    ({                                   \
        __auto_type larger_a = (a);      \
        __auto_type larger_b = (b);      \
        larger_a > larger_b ? larger_a : larger_b; \
    })

struct pair {
    int a, b;
};

int classify(int x) {
    switch (x) {
    case 0 ... 9:
        __attribute__((fallthrough));
    case 20: {
        int small = 1;
        return small;
    }
    default:;
    }
    return 2;
}

int main(void) {
    char letter = 'a';
    long number = 5;
    assert(TYPE_NUMBER(letter) == 2 && TYPE_NUMBER(number) == 3 && TYPE_NUMBER(1) == 1);
    assert(LARGER(3, 4L) == 4 && LARGER(letter, 1) == 'a');
    assert(classify(4) == 1 && classify(20) == 1 && classify(10) == 2);
    struct pair cleared = {}, literal = (struct pair){};
    assert(cleared.a == 0 && literal.b == 0);
    int ranges[6] = {[1 ... 3] = 7, 9};
    assert(ranges[0] == 0 && ranges[2] == 7 && ranges[4] == 9 && ranges[5] == 0);
    int labelled = ({
        __label__ out;
        int r = 1;
        if (letter == 'a')
            goto out;
        r = 2;
    out:
        r;
    });
    assert(labelled == 1);
    assert('\e' == 27 && "\e["[0] == 27 && "\e1"[1] == '1');
    __asm__ __volatile__("" ::: "memory");
    return 0;
}
