// The last member grows with its initialiser; its cells once exhausted the memory.
struct s {
    int n;
    char a[];
} v = {1, {[4294967295] = 1}};
int main(void) { return v.a[0]; }
