// expect: violated pointer line=11
// rounds: 1   unwind: 1   min-rounds: 1

// The variable of an inner block is gone behind it.
int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    return *p;
}
