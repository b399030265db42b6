int f(int a, int b, int *p) {
    if (a < b && (!p || *p == 3))
        return 1;
    while (1)
        if (a++ > 10)
            break;
    int truth = a == b;
    return truth ? a && b : a || !b;
}
int main(void) { return f(1, 2, 0); }
