// expect: violated assert line=12
// also: race
// rounds: 1   min-rounds: 1

#include <assert.h>
#include <threads.h>

thrd_t number;

static int compare(void *unused) {
    int is_mine = thrd_equal(number, thrd_current());
    assert(is_mine);
    return 0;
}

int main(void) {
    thrd_create(&number, compare, 0);
    thrd_join(number, 0);
    return 0;
}
