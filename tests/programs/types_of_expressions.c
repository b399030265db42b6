// expect: safe

/* typeof takes the type of an expression without evaluating it; statement expressions have values and scopes. */
#include <assert.h>
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

struct item {
    char name;
    struct node link;
};

#define container_of(pointer, type, member)                                     \
    ({                                                                          \
        const typeof(((type *)0)->member) *inner = (pointer);                   \
        (type *)((char *)inner - offsetof(type, member));                       \
    })

#define swap(a, b)                     \
    do {                               \
        __typeof__(a) kept = (a);      \
        (a) = (b);                     \
        (b) = kept;                    \
    } while (0)

#define larger(a, b)            \
    ({                          \
        typeof(a) left = (a);   \
        typeof(b) right = (b);  \
        left > right ? left : right; \
    })

int calls;

int call(void) {
    return ++calls;
}

int main(void) {
    struct item item = {'i', {0, 7}};
    assert(container_of(&item.link, struct item, link)->name == 'i');
    assert(container_of(&item.link.value, struct node, value) == &item.link);
    long a = 1L << 30, b = 2;
    swap(a, b);
    assert(a == 2 && b == 1L << 30);
    typeof(call()) zero = 0;
    typeof(int[3]) array = {1, 2, 3};
    typeof(&array[0]) pointer = array;
    typeof(*pointer) element = pointer[2];
    __typeof__(unsigned char) small = 255;
    small++;
    assert(calls == 0 && zero == 0 && element == 3 && small == 0 && sizeof array == 12);
    assert(sizeof(call()) == 4 && sizeof(typeof(1ULL)) == 8 && calls == 0);
    assert(larger(call(), call()) == 2 && calls == 2);
    assert(larger(larger(1, 5), larger(4, 3)) == 5);
    int outer = 1, value = ({
        int outer = 10;
        if (outer > 5)
            outer++;
        outer + ({ int outer = 100; outer; });
    });
    assert(outer == 1 && value == 111);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += ({ if (i == 2) continue; i; });
    assert(sum == 4);
    return 0;
}
