// expect: error "needs a newer configuration"

#ifndef CONFIG
#error "needs a newer configuration"
#endif

int main(void) {
    return 0;
}
