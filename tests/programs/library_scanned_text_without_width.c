// expect: error "reads a text of any length"

#include <stdio.h>

int main(void)
{
    char name[8];
    return scanf("%s", name);
}
