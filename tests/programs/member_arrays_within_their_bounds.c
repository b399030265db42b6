// expect: safe
// data-models: both

/* Arrays inside of others, arrays at the end that go on, and the address behind the last element. */
#include <assert.h>
#include <stdlib.h>

struct old_text {
    int length;
    char bytes[1];
};
struct text {
    int length;
    char bytes[];
};
struct named {
    int number;
    struct old_text name;
};
struct table {
    int rows[2][3];
    int sum;
} table;
extern unsigned __VERIFIER_nondet_uint(void);

static int total(int (*rows)[3], int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        for (int *at = &rows[i][0]; at != &rows[i][3]; at++)
            sum += *at;
    return sum;
}

int main(void) {
    unsigned row = __VERIFIER_nondet_uint(), column = __VERIFIER_nondet_uint() % 3;
    if (row < 2)
        table.rows[row][column] = 5;
    table.sum = total(table.rows, 2);
    assert(table.sum == (row < 2 ? 5 : 0));

    struct old_text *old = malloc(sizeof *old + 3);
    struct text *new = malloc(sizeof *new + 4);
    struct named *named = malloc(sizeof *named + 2);
    old->bytes[3] = new->bytes[3] = named->name.bytes[2] = 'x';
    assert(old->bytes[3] == named->name.bytes[2]);
    free(old);
    free(new);
    free(named);
    return 0;
}
