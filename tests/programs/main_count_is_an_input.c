// expect: violated assert line=10
// rounds: 1   unwind: 1   min-rounds: 1

/* Without argv, the number of arguments is any positive number. */
#include <assert.h>

int main(int argc, char **argv)
{
    int *place = &argc;
    assert(*place != 1000);
    return 0;
}
