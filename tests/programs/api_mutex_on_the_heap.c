// expect: safe

/* A mutex on the heap is initialised before and destroyed after its use. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

void *depositor(void *argument)
{
    struct account *account = argument;
    pthread_mutex_lock(&account->lock);
    account->balance += 10;
    pthread_mutex_unlock(&account->lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct account *account = malloc(sizeof(struct account));
    account->balance = 0;
    pthread_mutex_init(&account->lock, 0);
    pthread_create(&thread, 0, depositor, account);
    depositor(account);
    pthread_join(thread, 0);
    assert(account->balance == 20);
    pthread_mutex_destroy(&account->lock);
    free(account);
    return 0;
}
