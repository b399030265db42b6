// expect: safe
// options: --malloc-may-fail --check assert,memory,api,leak

// Every request may fail, and the program says so and goes on. A block that cannot grow stays as it is.

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *numbers = malloc(2 * sizeof *numbers);
    if (!numbers) {
        assert(errno == ENOMEM);
        return 1;
    }
    numbers[0] = 4;
    numbers[1] = 5;
    int *more = realloc(numbers, 3 * sizeof *numbers);
    if (more)
        numbers = more;
    assert(numbers[0] == 4 && numbers[1] == 5);
    char *name = strdup("n");
    assert(!name || strcmp(name, "n") == 0);
    void *aligned = 0;
    int error = posix_memalign(&aligned, 16, 32);
    assert(error == 0 || error == ENOMEM);
    assert(error != 0 || aligned);
    if (error == 0)
        free(aligned);
    free(name);
    free(numbers);
    return 0;
}
