// Nothing is known of the function that is called: no search can follow all of them.
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    void (*function)(void) = (void (*)(void))__VERIFIER_nondet_ulong();
    function();
    return 0;
}
