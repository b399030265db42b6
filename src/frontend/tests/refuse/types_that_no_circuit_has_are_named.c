// error 4: unsupported: decimal floating-point numbers
// error 5: unsupported: a range of more than 1048576 elements
int main(void) {
    double tenth = 0.1dd;
    char flags[3000000] = { [0 ... 2999999] = 1 };
    return flags[0];
}
