/*
 * Input: what comes from a file, from the environment or from the user is arbitrary. There are no files: what
 * is written cannot be read again.
 */
#include "bmc.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST_CHARACTERS 15

/* A stream that was opened; those that a process begins with are numbers. It stays when it is closed, for those who
   use it afterwards. */
struct __bmc_file {
    _Bool is_open;
};

static _Bool is_standard(FILE *stream)
{
    return stream == stdin || stream == stdout || stream == stderr;
}

static void require_open(FILE *stream)
{
    if (__bmc_checks("api") && !is_standard(stream))
        __bmc_require(stream && stream->is_open, "the stream is open");
}

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
    require_open(stream);
    return getchar();
}

int fgetc(FILE *stream)
{
    require_open(stream);
    return getchar();
}

int ungetc(int character, FILE *stream)
{
    require_open(stream);
    return character;
}

char *fgets(char *buffer, int size, FILE *stream)
{
    require_open(stream);
    if (size <= 0 || __VERIFIER_nondet_int())
        return (char *)0;
    fill(buffer, (size_t)size - 1);
    buffer[size - 1] = 0;
    return buffer;
}

size_t fread(void *buffer, size_t size, size_t count, FILE *stream)
{
    require_open(stream);
    fill(buffer, size * count);
    return at_most(count);
}

size_t fwrite(const void *buffer, size_t size, size_t count, FILE *stream)
{
    require_open(stream);
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
    if (!__VERIFIER_nondet_int())
        return (FILE *)0;
    FILE *stream = __bmc_allocate(sizeof(FILE), BMC_INTERNAL);
    if (__bmc_checks("api"))
        stream->is_open = 1;
    return stream;
}

FILE *fdopen(int descriptor, const char *mode)
{
    return fopen("", mode);
}

int fclose(FILE *stream)
{
    require_open(stream);
    if (__bmc_checks("api") && !is_standard(stream))
        stream->is_open = 0;
    return success_or(EOF);
}

int close(int descriptor)
{
    return success_or(-1);
}

int fseek(FILE *stream, long offset, int origin)
{
    require_open(stream);
    return success_or(-1);
}

long ftell(FILE *stream)
{
    require_open(stream);
    return __VERIFIER_nondet_long();
}

void rewind(FILE *stream)
{
    require_open(stream);
}

int feof(FILE *stream)
{
    require_open(stream);
    return __VERIFIER_nondet_int();
}

int ferror(FILE *stream)
{
    require_open(stream);
    return __VERIFIER_nondet_int();
}

void clearerr(FILE *stream)
{
    require_open(stream);
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    require_open(stream);
    return 0;
}

void setbuf(FILE *stream, char *buffer)
{
    require_open(stream);
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
