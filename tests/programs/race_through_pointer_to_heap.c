// expect: violated race line=19
// rounds: 1   min-rounds: 1
// options: --check race

/* The account is reached through a pointer in a list; only the deposit takes the lock. */
#include <pthread.h>
#include <stdlib.h>

struct account {
    int balance;
    struct account *next;
};

static struct account *accounts;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *arg) {
    pthread_mutex_lock(&lock);
    accounts->next->balance += 10;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *audit(void *arg) {
    int sum = 0;
    for (struct account *a = accounts; a != 0; a = a->next)
        sum += a->balance;
    return sum > 0 ? arg : 0;
}

static struct account *open(struct account *next) {
    struct account *made = malloc(sizeof *made);
    made->balance = 0;
    made->next = next;
    return made;
}

int main(void) {
    pthread_t first, second;
    accounts = open(open(0));
    pthread_create(&first, 0, deposit, 0);
    pthread_create(&second, 0, audit, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
