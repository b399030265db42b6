// expect: violated pointer line=26
// rounds: 1   min-rounds: 1
// data-models: both

/* A struct is passed in the place that its members ask for. One of the same build is as good. */

struct pair { int left, right; };
struct both { int first, second; };
struct real { double value; };

int right_of(struct pair pair)
{
    return pair.right;
}

struct pair made(void)
{
    return (struct pair){ 1, 2 };
}

int main(void)
{
    struct both both = { 1, 2 };
    struct real real = { 1.0 };
    int sum = ((int (*)(struct both))right_of)(both) + ((struct both (*)(void))made)().first;
    return sum + ((int (*)(struct real))right_of)(real);
}
