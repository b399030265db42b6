int main(void) {
    __asm__("cli");
    return 0;
}
