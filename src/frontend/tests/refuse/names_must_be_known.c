// error 8: 'missing' is not declared
// error 9: the function 'launch' has no definition
// error 10: 'struct s' has no member 'z'
// error 11: 'struct hidden' is declared but not defined here
// error 12: the variable 'elsewhere' is declared but defined nowhere
// error 16: there is no label 'nowhere' in this function
int main(void) {
    missing = 1;
    launch(3);
    struct s { int x; } v; v.z = 1;
    struct hidden *h = 0; h->x = 1;
    extern int elsewhere;
    elsewhere = 3;
    break_me:
    v.x = 0;
    goto nowhere;
}
