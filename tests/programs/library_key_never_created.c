// expect: safe
// options: --check assert,memory

/* Where nobody asks for misuse, a key that does not exist is an error that the call reports. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_key_t key;

int main(void)
{
    int value;
    assert(pthread_setspecific(key, &value) == EINVAL);
    assert(pthread_getspecific(key) == 0);
    assert(pthread_key_create(&key, 0) == 0);
    assert(pthread_setspecific(key, &value) == 0);
    return 0;
}
