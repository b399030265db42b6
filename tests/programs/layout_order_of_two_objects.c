// expect: safe-under-assumptions
// names: depends on where objects lie in memory

// Locks in the order of their addresses: right in every layout, but looked at in one.
#include <pthread.h>
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
int moved;
void move(pthread_mutex_t *a, pthread_mutex_t *b) {
    pthread_mutex_t *low = a < b ? a : b, *high = a < b ? b : a;
    pthread_mutex_lock(low);
    pthread_mutex_lock(high);
    moved++;
    pthread_mutex_unlock(high);
    pthread_mutex_unlock(low);
}
int main(void) {
    move(&one, &other);
    move(&other, &one);
    return 0;
}
