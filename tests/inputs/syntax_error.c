int main(void) {
    int values[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++ {
        values[i] = 0;
    }
    return 0;
}
