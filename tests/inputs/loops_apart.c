/* Loops and calls that touch no memory, none of which ends within a small bound. */
int __VERIFIER_nondet_int(void);

#ifdef NESTED
int main(void)
{
    int limit = __VERIFIER_nondet_int();
    int x = 0;
    for (int row = 0; row != limit; row++) {
        for (int column = 0; column != row; column++)
            x = x + 1;
    }
    return x;
}
#elif defined(RECURSION)
static int depth(int number)
{
    if (number == __VERIFIER_nondet_int())
        return 0;
    return depth(number + 1) + 1;
}

int main(void)
{
    return depth(0);
}
#else
int main(void)
{
    int limit = __VERIFIER_nondet_int();
    int x = 0;
    while (x != limit)
        x = x + 1;
    return 0;
}
#endif
