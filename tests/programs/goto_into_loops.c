// expect: safe

/* Jumps into loops, out of nested ones, and a copy loop that a switch enters in the middle. */
#include <assert.h>

int copied;

void copy(char *to, const char *from, int count) {
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++;
            copied++;
        case 3:
            *to++ = *from++;
            copied++;
        case 2:
            *to++ = *from++;
            copied++;
        case 1:
            *to++ = *from++;
            copied++;
        } while (--rounds > 0);
    }
}

int from_the_middle(int start) {
    int sum = 0, index = start;
    goto inside;
    for (index = 0; index < 4; index++) {
        sum += 10;
    inside:
        sum += index;
    }
    return sum;
}

int first_pair(int wanted) {
    int i, j;
    for (i = 1; i < 4; i++)
        for (j = 1; j < 4; j++)
            if (i * j == wanted)
                goto found;
    return 0;
found:
    return i * 10 + j;
}

int cases(int x) {
    int result = 0;
    switch (x) {
        result = 99;
    case 1 ... 3:
        result++;
    case 7:
        result += 10;
        break;
    default:
        result = -1;
    case -5: {
        int inner = 2;
        result += inner;
        switch (inner) {
        case 2:
            break;
        default:
            result = 50;
        }
    }
    }
    return result;
}

int main(void) {
    char text[8] = "";
    copy(text, "abcdefg", 6);
    assert(copied == 6 && text[5] == 'f' && text[6] == 0);
    /* Enters with 2, then goes on with 3. */
    assert(from_the_middle(2) == 2 + 10 + 3);
    assert(first_pair(6) == 23 && first_pair(7) == 0);
    assert(cases(1) == 11 && cases(3) == 11 && cases(7) == 10 && cases(-5) == 2 && cases(100) == 1);
    int times = 0;
again:
    times++;
    while (1) {
        if (times < 3)
            goto again;
        break;
    }
    assert(times == 3);
    do {
        if (times == 3)
            continue;
        times = 100;
    } while (times++ < 4);
    assert(times == 101);
    return 0;
}
