// expect: safe

// Those of main last as long as main, whoever uses them; each thread has its own.
#include <assert.h>
#include <pthread.h>
_Thread_local int mine = 5;
void *use(void *lent) {
    assert(mine == 5);
    mine = 6;
    *(int *)lent = 7;
    return 0;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, use, &mine);
    pthread_join(id, 0);
    assert(mine == 7);
    return 0;
}
