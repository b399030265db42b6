// expect: safe

/* Constants and types of the library behind words: what a preprocessor leaves must keep them apart. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

static bool is_even(unsigned number) {
    return true && number % 2 == 0;
}

static bool
is_odd(unsigned number) {
    return false || !is_even(number);
}

static int outcome(bool good) {
    if (good) return EXIT_SUCCESS;
    else return EXIT_FAILURE;
}

int main(void) {
    assert(outcome(is_even(4)) == 0);
    assert(outcome(is_odd(4)) == 1);
    switch (outcome(false)) { case EXIT_FAILURE: return EXIT_SUCCESS; default: assert(false); }
    return EXIT_FAILURE;
}
