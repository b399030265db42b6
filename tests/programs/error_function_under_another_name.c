// expect: error "the attribute 'alias'"

int one(void) {
    return 1;
}

int other(void) __attribute__((alias("one")));

int main(void) {
    return other();
}
