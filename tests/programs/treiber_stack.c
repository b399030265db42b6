// expect: safe
// rounds: 3   unwind: 2
// options: --check assert,memory,api

/* Two pushes and then a walk along the list, with a compare-and-swap built from an atomic section. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

struct node {
    int value;
    struct node *next;
};

struct node *top;

static int swap_top(struct node *expected, struct node *desired) {
    int success;
    __VERIFIER_atomic_begin();
    success = top == expected;
    if (success)
        top = desired;
    __VERIFIER_atomic_end();
    return success;
}

static void push(int value) {
    struct node *node = malloc(sizeof(struct node));
    struct node *old;
    node->value = value;
    do {
        old = top;
        node->next = old;
    } while (!swap_top(old, node));
}

void *pusher(void *arg) {
    push((int)(long)arg);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int sum = 0;
    pthread_create(&a, NULL, pusher, (void *)3L);
    pthread_create(&b, NULL, pusher, (void *)4L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(top != NULL && top->next != NULL);
    sum = top->value + top->next->value;
    assert(sum == 7);
    assert(top->next->next == NULL);
    return 0;
}
