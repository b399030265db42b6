// expect: violated assert line=11
// rounds: 1   unwind: 4   min-rounds: 1

/* An argument may be any text. */
#include <assert.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc == 3)
        assert(strcmp(argv[2], "-q") != 0);
    return 0;
}
