// expect: no-violation
// rounds: 2   unwind: 6

/* strtok_r keeps its place where the caller wants it. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

void *split(void *argument) {
    char *text = argument;
    char *place, *first = include(text, ",", &place);
    char *second = strtok_r(0, ",", &place);
    assert(first == text);
    return 0;
}

int main(void) {
    char one[] = "a,b", other[] = "c,d";
    pthread_t thread;
    pthread_create(&thread, 2, split, one);
    split(other);
    pthread_join(thread, 0);
    return 0;
}
