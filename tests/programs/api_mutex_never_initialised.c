// expect: violated api line=18
// also: deadlock
// min-rounds: 1

/* A mutex on the heap begins with whatever was there before. */
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

int main(void)
{
    struct account *account = malloc(sizeof(struct account));
    account->balance = 0;
    pthread_mutex_lock(&account->lock);
    account->balance += 10;
    pthread_mutex_unlock(&account->lock);
    free(account);
    return 0;
}
