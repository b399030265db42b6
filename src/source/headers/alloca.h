#ifndef BMC_ALLOCA_H
#define BMC_ALLOCA_H

#include <stddef.h>

void *alloca(size_t size);

#endif
