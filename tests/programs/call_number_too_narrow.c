// expect: violated pointer line=15
// rounds: 1   min-rounds: 1

/* A long is taken where an int was passed: half of it is whatever the register has. */

long clear_low_bits(long mask)
{
    return mask & ~0xffL;
}

int main(void)
{
    long (*function)(int) = (long (*)(int))clear_low_bits;
    long (*own)(long) = clear_low_bits;
    return own(1) == function(1);
}
