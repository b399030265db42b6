// expect: error "use a switch instead of a table of labels"

int main(void) {
    static void *table[] = {&&first, &&second};
    goto *table[1];
first:
    return 1;
second:
    return 2;
}
