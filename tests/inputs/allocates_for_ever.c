/* Blocks are told apart by where they are made, which a loop without an end does again and again. */
#include <stdlib.h>

struct link {
    struct link *next;
};

int main(void) {
    struct link *last = 0;
    for (;;) {
        struct link *link = malloc(sizeof *link);
        link->next = last;
        last = link;
    }
}
