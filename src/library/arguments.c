/*
 * What a process is started with. The front end calls this for the parameters of main and says in the outcome
 * that number and length are bounded as here. Blocks of the heap have any contents, as the texts shall have.
 */
#include "bmc.h"

#define MOST_ARGUMENTS 4
#define MOST_CHARACTERS 15

char **__bmc_arguments(int count)
{
    __bmc_assume(count <= MOST_ARGUMENTS);
    char **values = __bmc_allocate((MOST_ARGUMENTS + 1) * sizeof(char *), BMC_INTERNAL);
    for (int index = 0; index <= MOST_ARGUMENTS; index++) {
        values[index] = 0;
        if (index < count) {
            char *text = __bmc_allocate(MOST_CHARACTERS + 1, BMC_INTERNAL);
            text[MOST_CHARACTERS] = 0;
            values[index] = text;
        }
    }
    return values;
}
