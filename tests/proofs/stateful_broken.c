// expect: violated assert line=18

/* Two threads change two numbers, each of which has its own mutex, but one of them releases the first mutex before it
   takes the second: in between the numbers do not match. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock2 = PTHREAD_MUTEX_INITIALIZER;
static unsigned data1 = 10, data2 = 5;

static void *increase(void *unused) {
    while (1) {
        pthread_mutex_lock(&lock1);
        data1 += 6;
        pthread_mutex_lock(&lock2);
        data2 += 3;
        assert(data1 == 2 * data2);
        pthread_mutex_unlock(&lock2);
        pthread_mutex_unlock(&lock1);
    }
}

static void *decrease(void *unused) {
    while (1) {
        pthread_mutex_lock(&lock1);
        data1 -= 4;
        pthread_mutex_unlock(&lock1);
        pthread_mutex_lock(&lock2);
        data2 -= 2;
        pthread_mutex_unlock(&lock2);
    }
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, increase, NULL);
    pthread_create(&second, NULL, decrease, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
