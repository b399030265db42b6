// expect: violated assert line=26
// also: race
// rounds: 3   min-rounds: 3

/* Loops over constants need no unwinding bound. Two threads add three times each; even a total of two is
   possible, but that takes more rounds than a total below six. */
#include <assert.h>
#include <pthread.h>

enum { TIMES = 3 };
int total;

void *add(void *unused) {
    int i;
    for (i = 0; i < TIMES; i++)
        total = total + 1;
    return unused;
}

int main() {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(total == 2 * TIMES);
}
