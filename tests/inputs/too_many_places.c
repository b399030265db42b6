// The pointer may mean any of more places than a search can follow.
unsigned __VERIFIER_nondet_uint(void);

static char places[30000];

int main(void) {
    unsigned index = __VERIFIER_nondet_uint();
    if (index < sizeof places)
        places[index] = 1;
    return 0;
}
