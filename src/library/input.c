/*
 * Input: what comes from a file, from the environment or from the user is arbitrary. There are no files: what
 * is written cannot be read again.
 */
#include "bmc.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST_CHARACTERS 15

struct __bmc_file {
    int unused;
};

/* A new block has arbitrary contents. */
static void fill(char *buffer, size_t size)
{
    char *anything = __bmc_allocate(size, BMC_INTERNAL);
    for (size_t index = 0; index < size; index++)
        buffer[index] = anything[index];
    __bmc_free(anything);
}

static size_t at_most(size_t most)
{
    size_t count = (size_t)__VERIFIER_nondet_long();
    return count <= most ? count : most;
}

static int success_or(int failure)
{
    return __VERIFIER_nondet_int() ? failure : 0;
}

int getchar(void)
{
    int character = __VERIFIER_nondet_int();
    return character >= 0 && character < 256 ? character : EOF;
}

int getc(FILE *stream)
{
    return getchar();
}

int fgetc(FILE *stream)
{
    return getchar();
}

int ungetc(int character, FILE *stream)
{
    return character;
}

char *fgets(char *buffer, int size, FILE *stream)
{
    if (size <= 0 || __VERIFIER_nondet_int())
        return (char *)0;
    fill(buffer, (size_t)size - 1);
    buffer[size - 1] = 0;
    return buffer;
}

size_t fread(void *buffer, size_t size, size_t count, FILE *stream)
{
    fill(buffer, size * count);
    return at_most(count);
}

size_t fwrite(const void *buffer, size_t size, size_t count, FILE *stream)
{
    return at_most(count);
}

ssize_t read(int descriptor, void *buffer, size_t size)
{
    fill(buffer, size);
    return success_or(1) ? (ssize_t)at_most(size) : -1;
}

ssize_t write(int descriptor, const void *buffer, size_t size)
{
    return success_or(1) ? (ssize_t)at_most(size) : -1;
}

FILE *fopen(const char *name, const char *mode)
{
    return __VERIFIER_nondet_int() ? __bmc_allocate(sizeof(FILE), 1) : (FILE *)0;
}

FILE *fdopen(int descriptor, const char *mode)
{
    return fopen("", mode);
}

int fclose(FILE *stream)
{
    return success_or(EOF);
}

int close(int descriptor)
{
    return success_or(-1);
}

int fseek(FILE *stream, long offset, int origin)
{
    return success_or(-1);
}

long ftell(FILE *stream)
{
    return __VERIFIER_nondet_long();
}

void rewind(FILE *stream)
{
}

int feof(FILE *stream)
{
    return __VERIFIER_nondet_int();
}

int ferror(FILE *stream)
{
    return __VERIFIER_nondet_int();
}

void clearerr(FILE *stream)
{
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    return 0;
}

void setbuf(FILE *stream, char *buffer)
{
}

/* A variable may be missing; its text is short. */
char *getenv(const char *name)
{
    if (__VERIFIER_nondet_int())
        return (char *)0;
    __bmc_limit(__VERIFIER_nondet_bool(), "a variable of the environment that is longer than 15 characters");
    char *text = __bmc_allocate(MOST_CHARACTERS + 1, BMC_INTERNAL);
    text[MOST_CHARACTERS] = 0;
    return text;
}

int setenv(const char *name, const char *value, int overwrite)
{
    return success_or(-1);
}

int system(const char *command)
{
    return __VERIFIER_nondet_int();
}
