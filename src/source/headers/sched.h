#ifndef BMC_SCHED_H
#define BMC_SCHED_H

#include <sys/types.h>
#include <time.h>

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5

struct sched_param {
    int sched_priority;
};

#define CPU_SETSIZE 1024

typedef struct {
    unsigned long bits[CPU_SETSIZE / (8 * sizeof(unsigned long))];
} cpu_set_t;

/* What gcc's builtins would do; a set is small enough to be filled by assignment. */
#define BMC_BITS_OF_SET (8 * (int)sizeof(unsigned long))
#define BMC_WORD_OF_SET(cpu, set) ((set)->bits[(cpu) / BMC_BITS_OF_SET])
#define BMC_BIT_OF_SET(cpu) (1ul << (cpu) % BMC_BITS_OF_SET)
#define CPU_ZERO(set) ((void)(*(set) = (cpu_set_t){ { 0 } }))
#define CPU_SET(cpu, set) ((void)(BMC_WORD_OF_SET(cpu, set) |= BMC_BIT_OF_SET(cpu)))
#define CPU_CLR(cpu, set) ((void)(BMC_WORD_OF_SET(cpu, set) &= ~BMC_BIT_OF_SET(cpu)))
#define CPU_ISSET(cpu, set) ((BMC_WORD_OF_SET(cpu, set) & BMC_BIT_OF_SET(cpu)) != 0)

int sched_yield(void);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *processors);
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *processors);
int sched_getcpu(void);

#endif
