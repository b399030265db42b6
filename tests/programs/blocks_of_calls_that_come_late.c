// expect: violated assert line=53
// also: race
// rounds: 1   unwind: 1   min-rounds: 1

// Blocks of two sizes, made by calls of which some are come to only once more is known of what the pointers hold.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, y, z = 1, a[2];
int *p = &x, *q;
struct pair { int left, right; } s, *h;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t late;
void *t0(void *arg) {
    int i = (int)(long)arg, j = 0;
    __VERIFIER_atomic_begin();
        a[i & 1] = y + 2;
        __VERIFIER_assume(a[i & 1] == *p + 2);
        y = 3;
    __VERIFIER_atomic_end();
    p = &a[i & 1];
    i = h->right;
    z = 1;
    if (h->left == a[0] + 1) {
        j = i;
    }
    z = j + 1;
    for (int k1 = 0; k1 < 2; k1++) {
        h->right = s.left - s.right;
    }
    if (z == 2) {
        q = malloc(sizeof *q);
        if (q) { *q = 2; p = q; }
    }
    h->right = 3;
    struct pair *n2 = malloc(sizeof *n2);
    n2->left = i; n2->right = 2; h = n2;
    *p++;
    q = malloc(sizeof *q);
    if (q) { *q = 2; p = q; }
    return (void *)(long)j;
}
void *t1(void *arg) {
    int i = (int)(long)arg, j = 0;
    y = h->left;
    h->left = 3;
    __VERIFIER_assume(h->left > 1);
    if (a[i & 1]) j = 3;
    assert(!(h->left == 3 && y != 1));
    struct pair *n3 = malloc(sizeof *n3);
    n3->left = 3; n3->right = 2; h = n3;
    return 0;
}
int main(void) {
    pthread_t id[3]; int i = 2, j = 0; void *r = 0;
    h = malloc(sizeof *h); h->left = 1; h->right = 0;
    pthread_create(&id[0], 0, t0, (void *)0);
    pthread_create(&id[1], 0, t1, (void *)2);
    pthread_join(id[0], &r);
    assert(!(x == 0));
    return 0;
}
