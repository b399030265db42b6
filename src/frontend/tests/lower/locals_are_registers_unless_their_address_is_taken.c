void set(int *p) { *p = 1; }
int main(void) {
    int kept = 5, taken = 6, unset;
    set(&taken);
    kept = taken + unset;
    int old = kept++;
    _Bool flag;
    return old + flag;
}
