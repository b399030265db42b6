// error 3: unsupported: 'asm goto'
int main(void) {
    asm goto("jmp %l0" : : : : end);
end:
    return 0;
}
