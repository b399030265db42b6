// expect: violated pointer line=13
// rounds: 1   min-rounds: 1
// data-models: both

/* Nothing is at an index of no array, also where other objects would be. */
#include <stddef.h>

char text[8];
size_t i = sizeof(void *) == 8 ? 0x100000002 : 0x10002;

int main(void) {
    char *nothing = NULL;
    return nothing[i];
}
