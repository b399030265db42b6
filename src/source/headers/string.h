#ifndef BMC_STRING_H
#define BMC_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memchr(const void *block, int value, size_t size);
void *memrchr(const void *block, int value, size_t size);
void *mempcpy(void *to, const void *from, size_t size);
void *memccpy(void *to, const void *from, int value, size_t size);

size_t strlen(const char *text);
size_t strnlen(const char *text, size_t most);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t size);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t size);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
int strcoll(const char *a, const char *b);
char *strchr(const char *text, int character);
char *strrchr(const char *text, int character);
char *strstr(const char *text, const char *part);
char *strpbrk(const char *text, const char *accepted);
size_t strspn(const char *text, const char *accepted);
size_t strcspn(const char *text, const char *rejected);
char *strtok(char *text, const char *separators);
char *strtok_r(char *text, const char *separators, char **state);
char *strsep(char **state, const char *separators);
char *stpcpy(char *to, const char *from);
char *stpncpy(char *to, const char *from, size_t size);
size_t strlcpy(char *to, const char *from, size_t size);
size_t strlcat(char *to, const char *from, size_t size);
char *strchrnul(const char *text, int character);
char *strcasestr(const char *text, const char *part);
char *strdup(const char *text);
char *strndup(const char *text, size_t most);
char *strerror(int number);
char *strsignal(int number);

#endif
