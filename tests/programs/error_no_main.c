// expect: error "main"

int counter;

int increment(void) {
    return ++counter;
}
