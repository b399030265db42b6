#include "linked_counter.h"

static int value;

void counter_add(int amount) {
    value += amount;
}

int counter_value(void) {
    return value;
}
