// expect: violated assert line=28
// rounds: 1   min-rounds: 1
// data-models: both

/* An input of every type can have the smallest and the largest value, all at once. */
#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stddef.h>

int main(void) {
    int edges = __VERIFIER_nondet_bool() == 1 && __VERIFIER_nondet_bool() == 0;
    edges = edges && __VERIFIER_nondet_char() == CHAR_MIN && __VERIFIER_nondet_char() == CHAR_MAX;
    edges = edges && __VERIFIER_nondet_schar() == SCHAR_MIN && __VERIFIER_nondet_uchar() == UCHAR_MAX;
    edges = edges && __VERIFIER_nondet_short() == SHRT_MIN && __VERIFIER_nondet_ushort() == USHRT_MAX;
    edges = edges && __VERIFIER_nondet_int() == INT_MIN && __VERIFIER_nondet_uint() == UINT_MAX;
    edges = edges && __VERIFIER_nondet_long() == LONG_MIN && __VERIFIER_nondet_ulong() == ULONG_MAX;
    edges = edges && __VERIFIER_nondet_longlong() == LLONG_MIN && __VERIFIER_nondet_ulonglong() == ULLONG_MAX;
    edges = edges && __VERIFIER_nondet_unsigned() == UINT_MAX && __VERIFIER_nondet_u8() == 255;
    edges = edges && __VERIFIER_nondet_u16() == 65535 && __VERIFIER_nondet_u32() == UINT32_MAX;
    edges = edges && __VERIFIER_nondet_u64() == UINT64_MAX && __VERIFIER_nondet_s8() == -128;
    edges = edges && __VERIFIER_nondet_s16() == INT16_MIN && __VERIFIER_nondet_s32() == INT32_MIN;
    edges = edges && __VERIFIER_nondet_s64() == INT64_MIN && __VERIFIER_nondet_size_t() == SIZE_MAX;
    edges = edges && __VERIFIER_nondet_loff_t() == INT64_MIN && __VERIFIER_nondet_sector_t() == ULONG_MAX;
    edges = edges && __VERIFIER_nondet_float() == 0.5f && __VERIFIER_nondet_double() < -1e300;
    edges = edges && __VERIFIER_nondet_pointer() == (void *)0 && __VERIFIER_nondet_pchar() == (char *)0;
    edges = edges && __VERIFIER_nondet_unsigned_int() == UINT_MAX && __VERIFIER_nondet_unsigned_char() == 255;
    assert(!edges);
    return 0;
}
