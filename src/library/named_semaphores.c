/*
 * Named semaphores. When the program begins there are none, and no other process makes any. Whoever opens a name that
 * is there gets the semaphore that all others have; one whose name was removed lives on for those who have it open.
 */
#include "bmc.h"
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

#define MOST_NAMES 8
#define LONGEST_NAME 31
#define NONE MOST_NAMES

static struct named {
    _Bool is_linked;
    unsigned int times_open;
    sem_t semaphore;
    char name[LONGEST_NAME + 1];
} table[MOST_NAMES];
static unsigned int count;

static unsigned int find(const char *name)
{
    for (unsigned int index = 0; index < count; index++)
        if (table[index].is_linked && strcmp(table[index].name, name) == 0)
            return index;
    return NONE;
}

/* A name is never given away again, so that nobody gets a semaphore that someone has still open. */
static unsigned int create(const char *name, unsigned int value)
{
    unsigned int index = count;
    __bmc_limit(index < MOST_NAMES, "more than 8 named semaphores");
    __bmc_limit(strlen(name) <= LONGEST_NAME, "a semaphore with a name of more than 31 characters");
    count = index + 1;
    strcpy(table[index].name, name);
    table[index].is_linked = 1;
    table[index].semaphore.value = value;
    return index;
}

sem_t *sem_open(const char *name, int flags, ...)
{
    unsigned int value = 0;
    int error = 0;
    sem_t *result = SEM_FAILED;
    if (flags & O_CREAT) {
        va_list list;
        va_start(list, flags);
        (void)va_arg(list, unsigned int);
        value = va_arg(list, unsigned int);
        va_end(list);
    }
    __bmc_atomic_begin();
    unsigned int index = find(name);
    if (index == NONE && !(flags & O_CREAT))
        error = ENOENT;
    else if (index == NONE && value > SEM_VALUE_MAX)
        error = EINVAL;
    else if (index != NONE && (flags & O_CREAT) && (flags & O_EXCL))
        error = EEXIST;
    else {
        if (index == NONE)
            index = create(name, value);
        table[index].times_open = table[index].times_open + 1;
        table[index].semaphore.stage = BMC_INITIALISED;
        result = &table[index].semaphore;
    }
    __bmc_atomic_end();
    if (error)
        errno = error;
    return result;
}

int sem_close(sem_t *semaphore)
{
    unsigned int index = 0;
    __bmc_atomic_begin();
    while (index < count && &table[index].semaphore != semaphore)
        index++;
    _Bool is_open = index < count && table[index].times_open != 0;
    __bmc_require(is_open, "the semaphore was opened by sem_open and not closed as often");
    if (is_open) {
        table[index].times_open = table[index].times_open - 1;
        if (table[index].times_open == 0)
            table[index].semaphore.stage = BMC_DESTROYED;
    }
    __bmc_atomic_end();
    if (is_open)
        return 0;
    errno = EINVAL;
    return -1;
}

int sem_unlink(const char *name)
{
    __bmc_atomic_begin();
    unsigned int index = find(name);
    if (index != NONE)
        table[index].is_linked = 0;
    __bmc_atomic_end();
    if (index != NONE)
        return 0;
    errno = ENOENT;
    return -1;
}
