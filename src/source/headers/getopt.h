#ifndef BMC_GETOPT_H
#define BMC_GETOPT_H

#include <unistd.h>

#define no_argument 0
#define required_argument 1
#define optional_argument 2

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

int getopt_long(int count, char *const values[], const char *options, const struct option *long_options,
                int *index);

#endif
