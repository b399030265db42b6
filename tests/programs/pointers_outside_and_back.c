// expect: safe
// data-models: both

/* Addresses a little outside of an object are still its own: they come back, and they are ordered. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct pair {
    int first, second;
};
int first[4], second[4];
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *from_one = second - 1, sum = 0;
    for (int i = 1; i <= 4; i++)
        from_one[i] = i;
    int *p = second + 3;
    for (; p >= second; p--)
        sum += *p;
    assert(sum == 10 && p < second && p + 1 == second && second - p == 1 && p != first + 4);

    int far = __VERIFIER_nondet_int();
    if (far > -1000 && far < 1000) {
        int *q = second + far;
        q -= far;
        assert(q == second && *q == 1);
        assert((q + far < q) == (far < 0));
    }

    /* Numbers that are no address. */
    assert((size_t) & ((struct pair *)0)->second == 4);
    struct pair *none = NULL;
    char *member = (char *)&none->second;
    assert(member != NULL && (struct pair *)(member - offsetof(struct pair, second)) == NULL);
    char *last = (char *)-1;
    assert(last + 1 == NULL && (uintptr_t)(last - 1) == UINTPTR_MAX - 1);
    /* The address as a distance from null. */
    assert(*(int *)((char *)0 + ((char *)second - (char *)0)) == 1);
    assert(*(int *)((uintptr_t)second + 4) == 2);
    return 0;
}
