// expect: violated assert line=15
// rounds: 1   unwind: 8   min-rounds: 1

/* Which number a text has is not known, only where it ends at the latest. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
    const char *text = "1.5x";
    char *end = 0;
    double value = strtod(text, &end);
    assert(end >= text && end <= text + 4);
    float narrow = strtof(text, &end);
    assert(end >= text && end <= text + 4);
    assert(value != 1.5 || narrow != 1.5f || atof("2.5") != 2.5);
    return 0;
}
