// expect: safe
// options: --check overflow

#include <limits.h>
#include <pthread.h>

int counter = INT_MAX - 1;
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

void *count(void *unused)
{
    __VERIFIER_atomic_begin();
    if (counter < INT_MAX)
        ++counter;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
