// error 4: unsupported: the address of a label ('&&label')
// error 5: unsupported: a computed goto ('goto *')
int main(void) {
    void *p = &&end;
    goto *p;
end:
    return 0;
}

void unreached(void) {
    goto *0;
}
