// expect: safe
// options: --data-model lp64

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
    assert(sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(int) == 4);
    assert(sizeof(struct mixed) == 24);
    assert(offsetof(struct mixed, link) == 16);
    assert(LONG_MAX == 9223372036854775807L);
    assert(sizeof(size_t) == 8 && sizeof(int64_t) == 8);
    assert(4294967295u + 1L == 4294967296L);
    return 0;
}
