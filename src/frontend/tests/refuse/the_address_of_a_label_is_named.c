// error 3: unsupported: the address of a label ('&&end')
int main(void) {
    void *p = &&end;
    goto *p;
end:
    return 0;
}
