/* Two transfers in opposite directions: a lock for each account, taken in two orders, and a total that none protects. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t here = PTHREAD_MUTEX_INITIALIZER, there = PTHREAD_MUTEX_INITIALIZER;
int mine = 10, yours = 10, moved;

void *give(void *arg) {
    pthread_mutex_lock(&here);
    pthread_mutex_lock(&there);
    mine--;
    yours++;
    pthread_mutex_unlock(&there);
    pthread_mutex_unlock(&here);
    moved++;
    return 0;
}

void *take(void *arg) {
    pthread_mutex_lock(&there);
    pthread_mutex_lock(&here);
    mine++;
    yours--;
    pthread_mutex_unlock(&here);
    pthread_mutex_unlock(&there);
    moved++;
    return 0;
}

int main(void) {
    pthread_t giver, taker;
    pthread_create(&giver, 0, give, 0);
    pthread_create(&taker, 0, take, 0);
    pthread_join(giver, 0);
    pthread_join(taker, 0);
    assert(mine + yours == 20);
    assert(moved == 2);
    return 0;
}
