// expect: violated api line=12
// min-rounds: 1

/* The key is used before the module is set up. */
#include <pthread.h>

pthread_key_t key;

int main(void)
{
    int value;
    pthread_setspecific(key, &value);
    pthread_key_create(&key, 0);
    return 0;
}
