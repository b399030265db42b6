// error 5: syntax error: expected ';' after '3'

int main(void) {
    int x = 3
    return x;
}
