// expect: violated pointer line=14
// rounds: 1   min-rounds: 1
// data-models: both

/* A pointer that has left its object by far does not find back, nor to another one. */

int a[4], b[4];
int steps = 0x20000000;

int main(void) {
    int *p = a;
    p += steps;
    p -= steps;
    return *p;
}
