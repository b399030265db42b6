// expect: bounded
// rounds: 1   unwind: 16

/* Every argument is a valid text, there is at least one, and behind the last stands a null pointer. */
#include <assert.h>
#include <string.h>

int main(int argc, char *argv[])
{
    assert(argc >= 1);
    assert(argv[argc] == 0);
    assert(argv[argc - 1] != 0);
    assert(strlen(argv[argc - 1]) < 1000);
    return 0;
}
