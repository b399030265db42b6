// expect: violated pointer line=17
// min-rounds: 1
// options: --malloc-may-fail

// There may be no memory for the record, and nobody looks.

#include <stdlib.h>

struct record {
    int key;
    struct record *next;
};

int main(void) {
    struct record *first = malloc(sizeof *first);
    struct record *second = calloc(1, sizeof *second);
    first->key = 1;
    if (second)
        second->key = 2;
    free(first);
    free(second);
    return 0;
}
