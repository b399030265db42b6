/* What place means after the call is not known: it may be the place of the other thread. */
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
