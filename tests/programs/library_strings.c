// expect: no-violation

/* The models of string.h, stdlib.h and ctype.h agree with the standard. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char text[16];
    strcpy(text, "hello");
    assert(strlen(text) == 5);
    assert(strcmp(text, "help") < 0);
    assert(strncmp(text, "help", 3) == 0);
    assert(memcmp(text, "hellp", 5) < 0);
    strcat(text, " w");
    assert(strcmp(text, "hello w") == 0);
    assert(strchr(text, 'w') == text + 6);
    assert(strrchr(text, 'l') == text + 3);
    assert(strstr(text, "lo") == text + 3);
    assert(strspn(text, "leh") == 4);
    memmove(text + 1, text, 5);
    assert(strcmp(text, "hhellow") == 0);
    memset(text, 'x', 2);
    assert(text[1] == 'x' && text[2] == 'e');

    char list[] = "a,b";
    char *state;
    assert(strcmp(strtok_r(list, ",", &state), "a") == 0);
    assert(strcmp(strtok_r(0, ",", &state), "b") == 0);
    assert(!strtok_r(0, ",", &state));

    char *copy = strdup("xy");
    assert(copy[1] == 'y' && copy[2] == 0);
    free(copy);
    int *zeros = calloc(2, sizeof(int));
    assert(zeros[0] == 0 && zeros[1] == 0);
    free(zeros);

    assert(atoi(" -42x") == -42);
    assert(abs(-3) == 3);
    assert(toupper('a') == 'A' && isspace('\n') && !isalpha('1'));
    div_t result = div(-7, 2);
    assert(result.quot == -3 && result.rem == -1);
    return 0;
}
