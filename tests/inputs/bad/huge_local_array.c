// A cell for each of its elements once exhausted the memory.
int main(void) {
    int a[1 << 30];
    a[0] = 1;
    return a[0];
}
