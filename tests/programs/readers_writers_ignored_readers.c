// expect: violated assert line=33
// also: race
// rounds: 2   min-rounds: 2

/* The writer looks for other writers only. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

int writing, readers;
int document, copy;

void *writer(void *arg) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!writing);
    writing = 1;
    __VERIFIER_atomic_end();
    document = 3;
    writing = 0;
    return NULL;
}

void *reader(void *arg) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!writing);
    readers++;
    __VERIFIER_atomic_end();
    int seen = document;
    copy = seen;
    assert(copy == document);
    __VERIFIER_atomic_begin();
    readers--;
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
