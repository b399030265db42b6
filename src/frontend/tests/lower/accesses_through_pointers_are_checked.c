struct s { int x, y[4]; } one, *p = &one;
int a[3];
int main(void) {
    int i = one.y[3] + a[2];
    i += a[i];
    i += *(a + 7);
    p->y[i] += 2;
    int *q = &a[i];
    one.y[1] = 5;
    return *q + i[a];
}
