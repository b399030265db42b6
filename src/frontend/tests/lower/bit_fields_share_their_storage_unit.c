struct flags { unsigned ready : 1, kind : 3; int level : 4; char tag; } f = { 1, 5, -2, 'x' };
int main(void) {
    f.kind = 6;
    f.level--;
    return f.ready ? f.kind : f.level;
}
