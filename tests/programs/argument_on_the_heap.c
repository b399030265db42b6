// expect: safe
// options: --check memory

/* The order lies on the heap. */
#include <pthread.h>
#include <stdlib.h>

struct order {
    int number;
};

static pthread_t thread;

static void *deliver(void *arg) {
    struct order *order = arg;
    return order->number == 7 ? arg : 0;
}

static void place_order(int number) {
    struct order *order = malloc(sizeof *order);
    order->number = number;
    pthread_create(&thread, 0, deliver, order);
}

int main(void) {
    place_order(7);
    pthread_join(thread, 0);
    return 0;
}
