// expect: violated assert line=31
// rounds: 1   min-rounds: 1
// options: -D LIMIT=3 -D VERBOSE

/* Lines and names in messages are those of the file, whatever the preprocessor did. */
#include <assert.h>
#include <pthread.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define EACH(name, ...)                                                                                      \
    static int name[] = {__VA_ARGS__};                                                                       \
    enum { JOIN(name, _count) = sizeof name / sizeof name[0] }

EACH(sizes, 1, 4, 2);

#if defined(VERBOSE) && LIMIT > 2
#define EXTRA 1
#elif LIMIT == 2
#error "not with this limit"
#else
#define EXTRA 0
#endif

int largest = EXTRA;

void *search(void *arg) {
    for (int i = 0; i < sizes_count; i++)
        largest = MAX(largest, sizes[i]);
    assert(largest <= LIMIT);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, search, NULL);
    pthread_join(t, NULL);
    return 0;
}
