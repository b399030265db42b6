// expect: safe

/* What is written through a pointer to a link of the list does not reach the table, which is constant. */
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static int twice(int value) { return 2 * value; }
static int square(int value) { return value * value; }

static int (*const table[])(int) = {twice, square};
static struct node *list;

static void insert(struct node **link, int value)
{
    while (*link && (*link)->value < value)
        link = &(*link)->next;
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->value = value;
    node->next = *link;
    *link = node;
}

int main(void)
{
    insert(&list, 3);
    insert(&list, 1);
    insert(&list, 2);
    int sum = 0, index = 0;
    for (struct node *node = list; node; node = node->next)
        sum += table[index++ & 1](node->value);
    assert(sum == 2 + 4 + 6);
    return 0;
}
