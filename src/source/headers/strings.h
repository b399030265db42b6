#ifndef BMC_STRINGS_H
#define BMC_STRINGS_H

#include <stddef.h>

int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t size);
void bzero(void *block, size_t size);
void bcopy(const void *from, void *to, size_t size);
int ffs(int value);

#endif
