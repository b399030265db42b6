// expect: safe
// options: --check overflow

/* Unsigned arithmetic wraps, small types compute in int, and integers are cut when they are assigned. */
#include <limits.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern short __VERIFIER_nondet_short(void);

struct small {
    int field : 4;
};

int main(void)
{
    unsigned wraps = __VERIFIER_nondet_uint();
    wraps = wraps * wraps + wraps - 1u;
    wraps = -wraps << 3;
    wraps++;
    char letter = __VERIFIER_nondet_char();
    letter++;
    letter += letter;
    letter = -letter;
    short number = __VERIFIER_nondet_short();
    number = number * number;
    number--;
    struct small bits = {7};
    bits.field++;
    int cut = wraps;
    float large = 3.0e38f;
    large *= 10.0f;
    return cut == 0 || large / 0.0f > 0.0f;
}
