// error 5: unsupported: a declaration directly behind a label

int main(void) {
    switch (1) {
    case 1: int y = 0;
    }
}
