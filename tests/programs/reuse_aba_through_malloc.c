// expect: violated assert line=47
// rounds: 3   unwind: 1   min-rounds: 3
// options: --check assert

// The classic: between the read of the top and the compare-and-swap, another thread takes both nodes, frees the first
// and pushes a new one, which gets the same address.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
void __VERIFIER_assume(int);
struct node {
    struct node *next;
    int in_use;
};
_Atomic(struct node *) top;
void push(struct node *node) {
    struct node *now = top;
    node->next = now;
    __VERIFIER_assume(atomic_compare_exchange_strong(&top, &now, node));
}
struct node *pop(void) {
    struct node *now = top;
    __VERIFIER_assume(now != 0);
    struct node *next = now->next;
    __VERIFIER_assume(atomic_compare_exchange_strong(&top, &now, next));
    return now;
}
void *pop_one(void *unused) {
    pop();
    return 0;
}
struct node *second;
int main(void) {
    pthread_t popper;
    second = malloc(sizeof *second);
    second->in_use = 0;
    push(second);
    push(malloc(sizeof(struct node)));
    pthread_create(&popper, 0, pop_one, 0);
    struct node *first = pop();
    pop()->in_use = 1;
    free(first);
    push(malloc(sizeof(struct node)));
    pthread_join(popper, 0);
    // The node that is in use must not be on the stack again.
    assert(top != second);
    return 0;
}
