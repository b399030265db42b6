int main(void) {
    int s = 0;
    for (int i = 0; i < 3; i++) {
        if (i == 1)
            continue;
        int j = i;
        do {
            s += j;
        } while (j-- > 0);
    }
    while (s > 10)
        s -= 7;
again:
    if (s > 2) {
        s--;
        goto again;
    }
    for (;;)
        break;
    return s;
}
