// expect: safe

/* gcc's builtins that advise, ask and copy. */
#include <assert.h>
#include <stdarg.h>

int evaluated;

int count(void) {
    return ++evaluated;
}

static int sum(int number, ...) {
    __builtin_va_list list, again;
    __builtin_va_start(list, number);
    __va_copy(again, list);
    int total = 0;
    for (int index = 0; index < number; index++)
        total += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    __builtin_va_copy(list, again);
    total = total * 100 + __builtin_va_arg(again, int) * 10 + __builtin_va_arg(list, int);
    __builtin_va_end(again);
    __builtin_va_end(list);
    return total;
}

int main(void) {
    int variable = count(), fill[4];
    assert(__builtin_expect(count(), 0) == 2 && __builtin_expect(variable > 5, 1) == 0);
    assert(__builtin_expect_with_probability(count(), 1, 0.9) == 3);
    assert(__builtin_constant_p(1 + 2) && !__builtin_constant_p(variable));
    __builtin_prefetch(&variable);
    __builtin_prefetch(&fill[count() - 4], 0, 3);
    assert(evaluated == 4);
    assert(__builtin_assume_aligned(&variable, 4) == &variable);
    assert(__builtin_dynamic_object_size(0, 0) == (__SIZE_TYPE__)-1);
    assert(__builtin_object_size(0, 2) == 0);

    int *block = __builtin_alloca(2 * sizeof(int)), *other = __builtin_alloca_with_align(sizeof(int), 128);
    block[0] = 7;
    block[1] = 8;
    other[0] = 9;
    __builtin_memcpy(fill, block, 2 * sizeof(int));
    __builtin_memmove(fill + 1, fill, 2 * sizeof(int));
    __builtin_memset(fill + 3, -1, sizeof(int));
    assert(fill[0] == 7 && fill[1] == 7 && fill[2] == 8 && fill[3] == -1 && *other == 9);
    assert(__builtin_memcmp(fill, fill + 1, sizeof(int)) == 0 && __builtin_memcmp(fill, fill + 2, sizeof(int)) < 0);
    assert(sum(3, 1, 2, 4) == 711);
    assert(__builtin_offsetof(struct { char a; int b; }, b) == 4);
    (void)__builtin_return_address(0);
    (void)__builtin_frame_address(0);
    return 0;
}
