// expect: violated assert line=27 line=42
// also: race

/* The allocation of an inode and its disk block, but the block is used before it is marked: the deallocator clears it
   in between. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t inode_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t busy_lock = PTHREAD_MUTEX_INITIALIZER;
static bool inode, busy;
static int block;

static void mark(bool in_use) {
    pthread_mutex_lock(&busy_lock);
    busy = in_use;
    pthread_mutex_unlock(&busy_lock);
}

static void *allocator(void *unused) {
    while (1) {
        pthread_mutex_lock(&inode_lock);
        if (!inode) {
            inode = true;
            block = 1;
            assert(block == 1);
            mark(true);
        } else {
            inode = false;
            mark(false);
        }
        pthread_mutex_unlock(&inode_lock);
    }
}

static void *deallocator(void *unused) {
    while (1) {
        pthread_mutex_lock(&busy_lock);
        if (!busy) {
            block = 0;
            assert(block == 0);
        }
        pthread_mutex_unlock(&busy_lock);
    }
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, allocator, NULL);
    pthread_create(&threads[1], NULL, allocator, NULL);
    pthread_create(&threads[2], NULL, deallocator, NULL);
    pthread_exit(NULL);
}
