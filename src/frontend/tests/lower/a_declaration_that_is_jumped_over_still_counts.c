int get(int *p) { return *p; }
int main(void) {
    int x = get(&x);
    switch (x) {
        int t;
    case 1:
        t = 5;
        return get(&t);
    }
    return 0;
}
