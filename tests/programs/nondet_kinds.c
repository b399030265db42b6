// expect: safe

/* Every kind of input stays within its type. */
#include <assert.h>
#include <limits.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    assert(__VERIFIER_nondet_bool() <= 1);
    assert(__VERIFIER_nondet_char() <= CHAR_MAX);
    assert(__VERIFIER_nondet_uchar() <= 255);
    assert(__VERIFIER_nondet_short() >= SHRT_MIN);
    assert(__VERIFIER_nondet_ushort() <= USHRT_MAX);
    assert((long)__VERIFIER_nondet_int() <= 2147483647L);
    assert((long)__VERIFIER_nondet_uint() >= 0);
    long a = __VERIFIER_nondet_long();
    unsigned long b = __VERIFIER_nondet_ulong();
    assert((a ^ a) == 0);
    assert((b & 1) <= 1);
    return 0;
}
