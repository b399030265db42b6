// expect: violated api line=12
// min-rounds: 1

/* Nobody has initialised the attributes. */
#include <pthread.h>

pthread_cond_t condition;

int main(void)
{
    pthread_condattr_t attributes;
    pthread_cond_init(&condition, &attributes);
    return 0;
}
