// expect: safe

// The condition of the loop in strlen compares the same character with 0 every time, but not the same place.
#include <assert.h>
#include <pthread.h>
#include <string.h>

char text[40];
int length;

void *measure(void *argument) {
    length = strlen(argument);
    return 0;
}

int main(void) {
    pthread_t thread;
    memset(text, 'x', 30);
    pthread_create(&thread, 0, measure, text);
    pthread_join(thread, 0);
    assert(length == 30);
    return 0;
}
