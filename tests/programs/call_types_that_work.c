// expect: safe
// data-models: both
// options: --check assert,memory,api,overflow

/* Functions that are called with types that are not quite their own, as real programs do: pointers to other things,
   numbers of the same or a smaller width, arguments that nobody looks at, results that nobody looks at. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct item {
    int key;
};

int seen;

int by_key(struct item *a, struct item *b)
{
    return a->key - b->key;
}

void worker(struct item *item)
{
    seen = item->key;
}

void *bare(void)
{
    return 0;
}

unsigned twice(unsigned number)
{
    return 2 * number;
}

int old();

int sum(int count, ...)
{
    __builtin_va_list list;
    int result = 0;
    __builtin_va_start(list, count);
    while (count--)
        result += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return result;
}

float half(f) float f;
{
    return f / 2;
}

int main(void)
{
    struct item items[2] = { { 2 }, { 1 } };
    pthread_t thread;
    qsort(items, 2, sizeof items[0], (int (*)(const void *, const void *))by_key);
    assert(items[0].key == 1 && items[1].key == 2);
    pthread_create(&thread, 0, (void *(*)(void *))worker, &items[1]);
    pthread_join(thread, 0);
    assert(seen == 2);
    pthread_create(&thread, 0, (void *(*)(void *))bare, &items[0]);
    pthread_join(thread, 0);

    int (*same)(int) = (int (*)(int))twice;
    assert(same(3) == 6);
    void (*quiet)(unsigned, void *) = (void (*)(unsigned, void *))twice;
    quiet(3, 0);
    int (*unknown)() = old;
    assert(unknown(1, 'b') == 'c' && old(2, 'b') == 'd');
    int (*many)(int, ...) = sum;
    assert(many(2, 3, 4) == 7);
    float (*real)() = half;
    assert(half(3.0f) == 1.5f && real(5.0f) == 2.5f);
    return 0;
}

int old(number, letter)
    int number;
    char letter;
{
    return number + letter;
}
