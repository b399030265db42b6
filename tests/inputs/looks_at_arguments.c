#include <assert.h>

int main(int count, char **arguments) {
    int is_quiet = count > 1 && arguments[1][0] == 'q';
    assert(is_quiet < 2);
    return is_quiet;
}
