// expect: safe
// options: --check leak

/* Under a lock only one of the threads publishes its table. */
#include <pthread.h>
#include <stdlib.h>

static int *table;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *make_table(void *arg) {
    int *own = malloc(4 * sizeof *own);
    own[0] = 1;
    pthread_mutex_lock(&lock);
    if (table == 0)
        table = own;
    else
        free(own);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, make_table, 0);
    pthread_create(&second, 0, make_table, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    free(table);
    return 0;
}
