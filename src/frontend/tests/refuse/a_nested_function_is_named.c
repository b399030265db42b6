// error 3: unsupported: a function inside of a function ('inner')
int main(void) {
    int inner(int x) { return x; }
    return inner(1);
}
