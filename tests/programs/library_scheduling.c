// expect: safe
// data-models: both

/* Names, priorities and processors are remembered. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

int main(void)
{
    char name[16];
    int policy = -1;
    struct sched_param parameter = {5};
    pthread_t self = pthread_self();

    assert(pthread_setname_np(self, "a name of sixteen") == ERANGE);
    assert(pthread_setname_np(self, "main") == 0 && pthread_getname_np(self, name, 4) == ERANGE);
    assert(pthread_getname_np(self, name, sizeof name) == 0 && strcmp(name, "main") == 0);

    assert(pthread_getconcurrency() == 0 && pthread_setconcurrency(-1) == EINVAL);
    assert(pthread_setconcurrency(3) == 0 && pthread_getconcurrency() == 3);

    assert(pthread_setschedparam(self, 77, &parameter) == EINVAL);
    assert(pthread_setschedparam(self, SCHED_OTHER, &parameter) == EINVAL);
    int error = pthread_setschedparam(self, SCHED_FIFO, &parameter);
    assert(error == 0 || error == EPERM);
    parameter.sched_priority = -1;
    assert(pthread_getschedparam(self, &policy, &parameter) == 0);
    assert(error ? policy == SCHED_OTHER && parameter.sched_priority == 0
                 : policy == SCHED_FIFO && parameter.sched_priority == 5);
    if (!error) {
        error = pthread_setschedprio(self, 7);
        pthread_getschedparam(self, &policy, &parameter);
        assert(error ? error == EPERM : parameter.sched_priority == 7);
    }
    assert(sched_get_priority_min(SCHED_RR) == 1 && sched_get_priority_max(SCHED_RR) == 99);
    assert(sched_get_priority_min(SCHED_OTHER) == 0 && sched_get_priority_max(SCHED_OTHER) == 0);
    errno = 0;
    assert(sched_get_priority_max(77) == -1 && errno == EINVAL);

    clockid_t clock;
    struct timespec used;
    assert(pthread_getcpuclockid(self, &clock) == 0 && clock_gettime(clock, &used) == 0);

    cpu_set_t processors;
    assert(sizeof processors == 128);
    CPU_ZERO(&processors);
    assert(pthread_setaffinity_np(self, sizeof processors, &processors) == EINVAL);
    assert(sched_setaffinity(0, sizeof processors, &processors) == -1);
    CPU_SET(70, &processors);
    assert(CPU_ISSET(70, &processors) && !CPU_ISSET(6, &processors));
    CPU_CLR(70, &processors);
    CPU_SET(3, &processors);
    error = sched_setaffinity(0, sizeof processors, &processors);
    assert(error == 0 || (error == -1 && errno == EINVAL));
    CPU_SET(0, &processors);
    assert(pthread_setaffinity_np(self, sizeof processors, &processors) == 0);
    assert(sched_setaffinity(0, sizeof processors, &processors) == 0);
    assert(pthread_getaffinity_np(self, sizeof processors, &processors) == 0 && CPU_ISSET(0, &processors));
    assert(sched_getaffinity(0, sizeof processors, &processors) == 0 && CPU_ISSET(0, &processors));
    int processor = sched_getcpu();
    assert(processor >= 0 && processor < CPU_SETSIZE);
    assert(pthread_atfork(0, 0, 0) == 0);
    return 0;
}
