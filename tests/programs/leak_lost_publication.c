// expect: violated leak line=28
// rounds: 3   unwind: 1   min-rounds: 3
// options: --check leak

/* Both threads find no table and publish their own; the first one's is lost. */
#include <pthread.h>
#include <stdlib.h>

static int *table;

static void *make_table(void *arg) {
    int *own = malloc(4 * sizeof *own);
    own[0] = 1;
    if (table == 0)
        table = own;
    else
        free(own);
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
