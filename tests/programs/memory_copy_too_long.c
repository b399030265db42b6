// expect: violated pointer
// rounds: 1   min-rounds: 1

#include <string.h>

struct pair {
    char left;
    int right;
} one, two[2];

int main(void)
{
    memcpy(&one, two, sizeof two);
    return 0;
}
