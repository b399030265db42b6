/* Threads and the process. Threads have the numbers that the models of the library give them, main has 1. */
#define _GNU_SOURCE
#include "follow.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

struct start {
    void *(*function)(void *);
    void *argument;
    int number;
};

static void *results[BMC_MOST_THREADS];

#define MOST_FILES 256
static void (*tellers[MOST_FILES])(int);
static int teller_count;

void bmc_each_thread(void (*tell)(int))
{
    if (teller_count < MOST_FILES)
        tellers[teller_count++] = tell;
}

static void begin(int number)
{
    bmc_self = number;
    for (int i = 0; i < teller_count; i++)
        tellers[i](number);
    bmc_thread_begins();
}

_Noreturn void __bmc_exit_thread(void *value)
{
    results[bmc_self] = value;
    bmc_thread_ends();
    bmc_self = -1;
    pthread_exit(NULL);
}

static void *run(void *argument)
{
    struct start start = *(struct start *)argument;
    begin(start.number);
    __bmc_exit_thread(start.function(start.argument));
}

unsigned long __bmc_create_thread(void *(*function)(void *), void *argument)
{
    const struct entry *entry = bmc_do(bmc_find(CREATES, NULL, -1));
    struct start *start = malloc(sizeof *start);
    *start = (struct start){ function, argument, entry->number };
    if (entry->number <= 0 || entry->number >= bmc_thread_count || entry->number >= BMC_MOST_THREADS)
        bmc_give_up("there are too many threads");
    bmc_bind(entry->pointee, (char *)argument - entry->pointee_offset);
    bmc_thread_is_made(entry->number);
    pthread_t made;
    if (pthread_create(&made, NULL, run, start) != 0)
        bmc_give_up("no thread can be created");
    pthread_detach(made);
    return (unsigned long)entry->number + 1;
}

void *__bmc_join_thread(unsigned long thread)
{
    int index = bmc_find(JOINS, NULL, (int)thread - 1);
    if (index < 0)
        bmc_blocks();
    bmc_do(index);
    if (thread == 0 || thread > BMC_MOST_THREADS || !bmc_has_ended((int)thread - 1))
        bmc_give_up("the thread that is joined has not ended");
    return results[thread - 1];
}

unsigned long __bmc_current_thread(void)
{
    return (unsigned long)bmc_self + 1;
}

/* The handlers of pthread_cleanup_push, as glibc's header registers them: the handler runs in the function that
   pushed it, which then asks for the next one. */

#ifdef __i386__
#define AS_GLIBC_CALLS_IT __attribute__((regparm(1)))
#else
#define AS_GLIBC_CALLS_IT
#endif

static _Thread_local jmp_buf *handlers[64];
static _Thread_local int handler_count;
static _Thread_local void *exit_value;

AS_GLIBC_CALLS_IT void bmc_library___pthread_register_cancel(void *buffer)
{
    if (handler_count == 64)
        bmc_give_up("there are too many cleanup handlers");
    handlers[handler_count++] = buffer;
}

AS_GLIBC_CALLS_IT void bmc_library___pthread_unregister_cancel(void *buffer)
{
    (void)buffer;
    handler_count--;
}

void __bmc_run_cleanup(void *value)
{
    exit_value = value;
    if (handler_count > 0)
        longjmp(*handlers[--handler_count], 1);
}

_Noreturn void bmc_library_pthread_exit(void *);

_Noreturn AS_GLIBC_CALLS_IT void bmc_library___pthread_unwind_next(void *buffer)
{
    (void)buffer;
    bmc_library_pthread_exit(exit_value);
}

/* The process. Its end is the end of the thread: what others do afterwards they can as well do before. */

_Noreturn void __bmc_exit_process(void)
{
    bmc_thread_ends();
    bmc_wait_for_ever();
}

__attribute__((weak)) void __bmc_run_exit_handlers(void);
void __bmc_check_leaks(void);

int main(void)
{
    bmc_thread_is_made(0);
    begin(0);
    bmc_start();
    if (__bmc_run_exit_handlers)
        __bmc_run_exit_handlers();
    __bmc_check_leaks();
    __bmc_exit_process();
}
