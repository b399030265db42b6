// expect: violated assert line=14
// also: race
// rounds: 2   unwind: 6   min-rounds: 2

/* strtok keeps its place for all threads together. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

void *split(void *argument) {
    char *text = argument;
    char *first = strtok(text, ",");
    char *second = strtok(0, ",");
    assert(first == text && second == text + 2);
    return 0;
}

int main(void) {
    char one[] = "a,b", other[] = "c,d";
    pthread_t thread;
    pthread_create(&thread, 0, split, one);
    split(other);
    pthread_join(thread, 0);
    return 0;
}
