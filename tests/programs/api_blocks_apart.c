// expect: safe
// data-models: both

/* Blocks that touch do not overlap, an empty one overlaps nothing, and memmove may do what memcpy may not. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct entry {
    char tag;
    int value;
};

int main(void)
{
    int numbers[4] = {1, 2, 3, 4};
    memcpy(numbers, numbers + 2, 2 * sizeof(int));
    assert(numbers[0] == 3 && numbers[1] == 4);
    memmove(numbers, numbers + 1, 3 * sizeof(int));
    memmove(numbers + 1, numbers, 3 * sizeof(int));
    assert(numbers[0] == 4 && numbers[1] == 4 && numbers[2] == 3 && numbers[3] == 4);
    memcpy(numbers, numbers, 0);
    struct entry entries[2] = {{'a', 1}, {'b', 2}};
    memcpy(&entries[0], &entries[1], sizeof(struct entry));
    memmove(&entries[1], &entries[1], sizeof(struct entry));
    assert(entries[0].tag == 'b' && entries[0].value == 2);
    char text[12] = "abc";
    strcpy(text + 4, text);
    assert(text[4] == 'a' && text[7] == 0);
    strncpy(text + 8, text, 3);
    strncat(text, text + 7, 1);
    strcpy(text, "ab");
    strcpy(text + 3, "cd");
    strcat(text, "x");
    strcpy(text, "ab");
    strncat(text, text + 1, 1);
    strncat(text, text + 3, 0);
    assert(strcmp(text, "abb") == 0);
    char line[8];
    sprintf(text, "%s", "ab");
    sprintf(text + 3, "%s!", text);
    snprintf(line, sizeof line, "%s%s", text, text + 3);
    assert(strcmp(line, "abab!") == 0);
    sprintf(line + 2, "%.2s", line);
    assert(strcmp(line, "abab") == 0);
    return 0;
}
