// expect: violated pointer line=17
// rounds: 2   unwind: 1   min-rounds: 2

// What belongs to a thread is gone when it has ended.
#include <pthread.h>
_Thread_local int mine = 5;
int *_Atomic lent;
void *lend(void *unused) {
    mine = 7;
    lent = &mine;
    return 0;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, lend, 0);
    pthread_join(id, 0);
    return *lent;
}
