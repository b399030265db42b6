// expect: violated api line=10
// min-rounds: 1

/* A semaphore among the variables of a function holds anything. */
#include <semaphore.h>

int main(void)
{
    sem_t tokens;
    sem_post(&tokens);
    return 0;
}
