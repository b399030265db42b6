int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int (*const table[])(int, int) = { add, &sub };
int main(void) {
    int (*f)(int, int) = *add;
    if (f == sub)
        return 1;
    return table[1](5, 3) + (*f)(1, 2) + (**table)(3, 4);
}
