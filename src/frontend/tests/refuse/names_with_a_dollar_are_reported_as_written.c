// error 3: 'a$b' is not declared
int main(void) {
    return a$b;
}
