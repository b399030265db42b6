// error 7: 'missing' is not declared
// error 8: the function 'launch' has no definition
// error 9: 'struct s' has no member 'z'
// error 10: 'struct hidden' is declared but not defined here
// error 15: there is no label 'nowhere' in this function
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
