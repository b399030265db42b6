// expect: error "an atomic update needs an integer or a pointer"

float x;

int main(void) {
    __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
    return 0;
}
