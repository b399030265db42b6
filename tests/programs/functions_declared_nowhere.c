// expect: violated assert line=16
// rounds: 1   min-rounds: 1

/* Called before any declaration: int functions, as C had it before 1999; definitions without a prototype. */

int main() {
    int a = later(2, 3);
    assert(a == 5);
    assert(twice() == 4);
    assert(old_style('a', 2) == 'c');
    char *block = malloc(2);
    block[1] = 1;
    assert(block[1] == 1 && strlen("abc") == 3 && abs(-2) == 2);
    free(block);
    no_value();
    assert(later(1, 1) == 3);
    return 0;
}

int later(int a, int b) {
    return a + b;
}

twice() {
    return 4;
}

int old_style(letter, distance)
    char letter;
    int distance;
{
    return letter + distance;
}

no_value() {
}
