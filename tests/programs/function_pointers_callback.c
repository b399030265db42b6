// expect: safe

#include <assert.h>
#include <stddef.h>

struct visitor {
    void (*visit)(struct visitor *self, int value);
    int total;
};

static void sum(struct visitor *self, int value) {
    self->total += value;
}

static void product(struct visitor *self, int value) {
    self->total *= value;
}

static void walk(const int *values, size_t count, struct visitor *visitor) {
    for (size_t i = 0; i < count; i++)
        visitor->visit(visitor, values[i]);
}

int main(void) {
    static const int values[] = {2, 3, 4};
    struct visitor adder = {sum, 0};
    struct visitor multiplier = {.visit = product, .total = 1};
    walk(values, sizeof values / sizeof values[0], &adder);
    walk(values, 3, &multiplier);
    assert(adder.total == 9);
    assert(multiplier.total == 24);
    return 0;
}
