// expect: violated pointer line=9
// rounds: 1   min-rounds: 1
// data-models: both

/* What C90 lets pass: a call of a function that is defined below, with less than it takes. */

int main(void)
{
    return minimum(1) + maximum(1, 2);
}

int minimum(int a, int b)
{
    return a < b ? a : b;
}

int maximum(int a, int b)
{
    return a < b ? b : a;
}
