// expect: violated pointer line=11
// rounds: 1   min-rounds: 1
// data-models: both

/* A declaration without parameters lets a call pass too little. */

int limit();

int main(void)
{
    return limit(1);
}

int limit(int number, int most)
{
    return number < most ? number : most;
}
