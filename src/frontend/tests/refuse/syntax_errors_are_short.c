// error 4: syntax error: unexpected 'w' after 'widget'

int main(void) {
    widget w;
}
