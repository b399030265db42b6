// expect: safe

/* There is nothing to come to. */

int main(void) {
    for (;;)
        ;
}
