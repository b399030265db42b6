// expect: error "unsupported: a function inside of a function ('inner')"

/* An extension of gcc that has no equivalent. */
int main(void) {
    int inner(int x) {
        return x + 1;
    }
    return inner(1);
}
