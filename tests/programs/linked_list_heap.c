// expect: safe

#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *prepend(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}

static struct node *reverse(struct node *list) {
    struct node *result = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = result;
        result = list;
        list = next;
    }
    return result;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 1; i <= 3; i++)
        list = prepend(list, i);
    list = reverse(list);
    int expected = 1;
    while (list) {
        struct node *next = list->next;
        assert(list->value == expected);
        expected++;
        free(list);
        list = next;
    }
    assert(expected == 4);
    return 0;
}
