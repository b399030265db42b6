// expect: violated pointer line=14
// rounds: 1   min-rounds: 1

/* The variable is gone when the function that declared it has returned. */
int *kept;

static void keep(void) {
    int variable = 1;
    kept = &variable;
}

int main(void) {
    keep();
    return *kept;
}
