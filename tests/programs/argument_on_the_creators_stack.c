// expect: violated pointer line=16
// rounds: 1   min-rounds: 1
// options: --check memory

/* The order lies on the stack of a function that returns before the thread looks at it. */
#include <pthread.h>

struct order {
    int number;
};

static pthread_t thread;

static void *deliver(void *arg) {
    struct order *order = arg;
    return order->number == 7 ? arg : 0;
}

static void place_order(int number) {
    struct order order;
    order.number = number;
    pthread_create(&thread, 0, deliver, &order);
}

int main(void) {
    place_order(7);
    pthread_join(thread, 0);
    return 0;
}
