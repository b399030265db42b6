# 1 "for_64_bits.c"
# 1 "stddef.h" 1
typedef long unsigned int size_t;
# 2 "for_64_bits.c" 2
size_t counted(const char *text) {
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}
