// expect: safe
// options: --check race

/* Whoever comes first initialises; everyone else sees it done. */
#include <pthread.h>

static int table;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_table(void) {
    table = 1;
}

static void *use(void *arg) {
    pthread_once(&once, make_table);
    return table ? arg : 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, use, 0);
    pthread_create(&second, 0, use, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
