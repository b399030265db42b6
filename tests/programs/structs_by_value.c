// expect: safe

/* Structs as parameters, results, elements and assignments are copies, of any size. */
#include <assert.h>

struct small {
    char a;
};

struct pair {
    int a, b;
};

struct large {
    int numbers[6];
    struct pair inner;
    struct pair *link;
};

struct pair make(int a, int b) {
    struct pair p = {a, b};
    return p;
}

struct pair swap(struct pair p) {
    int a = p.a;
    p.a = p.b;
    p.b = a;
    return p;
}

struct large change(struct large value, int index) {
    value.numbers[index] = 100;
    value.inner = swap(value.inner);
    value.link->a++;
    return value;
}

struct small next(struct small s) {
    s.a++;
    return s;
}

int recurse(struct pair p) {
    if (p.a == 0)
        return p.b;
    struct pair inner = {p.a - 1, p.b + p.a};
    int result = recurse(inner);
    assert(inner.b == p.b + p.a);
    return result;
}

struct pair (*operation)(struct pair) = swap;

int main(void) {
    struct pair p = make(1, 2), q = swap(p), array[2];
    assert(p.a == 1 && q.a == 2 && make(3, 4).b == 4 && swap(swap(p)).b == 2);
    struct large one = {{1, 2, 3}, {5, 6}, &p}, other;
    other = change(one, 1);
    assert(one.numbers[1] == 2 && other.numbers[1] == 100 && other.numbers[2] == 3);
    assert(one.inner.a == 5 && other.inner.a == 6 && p.a == 2 && other.link == &p);
    array[0] = p;
    array[1] = array[0];
    array[0].b = 50;
    assert(array[1].b == 2 && next(next((struct small){'a'})).a == 'c');
    assert(recurse(make(4, 0)) == 10 && operation(make(8, 9)).a == 9);
    p = q = make(7, 7);
    assert(p.a == 7 && (1 ? p : q).b == 7 && (q.a = 1, p).a == 7);
    return 0;
}
