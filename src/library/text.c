/*
 * Strings. Whether source and destination overlap is known when the end of the source has been found: a copy that
 * has overwritten it runs out of the object, which is an error too.
 */
#include "bmc.h"
#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

size_t strnlen(const char *text, size_t most)
{
    size_t length = 0;
    while (length < most && text[length])
        length++;
    return length;
}

char *strcpy(char *to, const char *from)
{
    size_t index = 0;
    char character;
    do {
        character = from[index];
        to[index] = character;
        index++;
    } while (character);
    __bmc_require_apart(to, from, index);
    return to;
}

char *strncpy(char *to, const char *from, size_t size)
{
    size_t index = 0;
    for (; index < size; index++) {
        char character = from[index];
        if (!character)
            break;
        to[index] = character;
    }
    __bmc_require_apart(to, from, index);
    for (; index < size; index++)
        to[index] = 0;
    return to;
}

char *strcat(char *to, const char *from)
{
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t size)
{
    char *end = to + strlen(to);
    size_t index = 0;
    for (; index < size; index++) {
        char character = from[index];
        if (!character)
            break;
        end[index] = character;
    }
    end[index] = 0;
    /* One more is written than is copied. */
    __bmc_require(index == 0 || ((uintptr_t)end - (uintptr_t)from >= index && (uintptr_t)from - (uintptr_t)end > index),
                  "source and destination do not overlap");
    return to;
}

int strncmp(const char *a, const char *b, size_t size)
{
    for (size_t index = 0; index < size; index++) {
        unsigned char left = (unsigned char)a[index];
        unsigned char right = (unsigned char)b[index];
        if (left != right)
            return (int)left - (int)right;
        if (!left)
            return 0;
    }
    return 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, (size_t)-1);
}

int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

int strncasecmp(const char *a, const char *b, size_t size)
{
    for (size_t index = 0; index < size; index++) {
        int left = tolower((unsigned char)a[index]);
        int right = tolower((unsigned char)b[index]);
        if (left != right)
            return left - right;
        if (!left)
            return 0;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b)
{
    return strncasecmp(a, b, (size_t)-1);
}

char *strchr(const char *text, int character)
{
    for (;; text++) {
        char found = *text;
        if (found == (char)character)
            return (char *)text;
        if (!found)
            return (char *)0;
    }
}

char *strrchr(const char *text, int character)
{
    const char *last = (const char *)0;
    for (;; text++) {
        char found = *text;
        if (found == (char)character)
            last = text;
        if (!found)
            return (char *)last;
    }
}

size_t strspn(const char *text, const char *accepted)
{
    size_t length = 0;
    while (text[length] && strchr(accepted, text[length]))
        length++;
    return length;
}

size_t strcspn(const char *text, const char *rejected)
{
    size_t length = 0;
    while (text[length] && !strchr(rejected, text[length]))
        length++;
    return length;
}

char *strpbrk(const char *text, const char *accepted)
{
    text += strcspn(text, accepted);
    return *text ? (char *)text : (char *)0;
}

char *strstr(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (;; text++) {
        if (strncmp(text, part, length) == 0)
            return (char *)text;
        if (!*text)
            return (char *)0;
    }
}

char *strtok_r(char *text, const char *separators, char **state)
{
    if (!text)
        text = *state;
    text += strspn(text, separators);
    if (!*text) {
        *state = text;
        return (char *)0;
    }
    char *end = text + strcspn(text, separators);
    if (*end) {
        *end = 0;
        end++;
    }
    *state = end;
    return text;
}

/* One state for all threads, as in the real one, whose races it shows. */
static char *strtok_state;

char *strtok(char *text, const char *separators)
{
    return strtok_r(text, separators, &strtok_state);
}

/* What GNU and BSD have besides the standard. */

char *stpcpy(char *to, const char *from)
{
    strcpy(to, from);
    return to + strlen(from);
}

char *stpncpy(char *to, const char *from, size_t size)
{
    strncpy(to, from, size);
    return to + strnlen(from, size);
}

size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t length = strlen(from);
    if (size != 0) {
        size_t kept = length < size ? length : size - 1;
        for (size_t index = 0; index < kept; index++)
            to[index] = from[index];
        to[kept] = 0;
        __bmc_require_apart(to, from, kept + 1);
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t size)
{
    size_t length = strnlen(to, size);
    return length + strlcpy(to + length, from, size - length);
}

char *strchrnul(const char *text, int character)
{
    while (*text && *text != (char)character)
        text++;
    return (char *)text;
}

char *strcasestr(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (;; text++) {
        if (strncasecmp(text, part, length) == 0)
            return (char *)text;
        if (!*text)
            return (char *)0;
    }
}

char *strsep(char **state, const char *separators)
{
    char *text = *state;
    if (!text)
        return (char *)0;
    char *end = text + strcspn(text, separators);
    if (*end) {
        *end = 0;
        *state = end + 1;
    } else {
        *state = (char *)0;
    }
    return text;
}

/* Which words an error has is not known; that it has some, is. */
char *strerror(int number)
{
    return "some error";
}
