// expect: bounded
// options: --check assert
// names: unchecked_call_of_no_function.c:20: runs after a call of something that is no function

/* Until another thread has set it. */
#include <assert.h>
#include <pthread.h>

void nothing(void) {}
void (*handler)(void);

void *setter(void *argument)
{
    handler = nothing;
    return 0;
}

void call(void)
{
    handler();
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, setter, 0);
    call();
    assert(handler == nothing);
    return 0;
}
