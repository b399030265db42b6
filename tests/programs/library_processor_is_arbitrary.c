// expect: violated assert line=12
// rounds: 1   min-rounds: 1

/* A thread may be moved to another processor at any time. */
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>

int main(void)
{
    int first = sched_getcpu();
    assert(sched_getcpu() == first);
    return 0;
}
