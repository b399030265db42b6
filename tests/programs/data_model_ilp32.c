// expect: safe
// options: --data-model ilp32

#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

struct mixed {
    char tag;
    long number;
    void *link;
};

int main(void) {
    assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(int) == 4);
    assert(sizeof(struct mixed) == 12);
    assert(offsetof(struct mixed, link) == 8);
    assert(LONG_MAX == 2147483647L);
    assert(sizeof(size_t) == 4 && sizeof(int64_t) == 8);
    unsigned long wrapped = ULONG_MAX;
    wrapped++;
    assert(wrapped == 0);
    return 0;
}
