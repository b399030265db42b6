/* Counts for ever, in a variable that every iteration makes anew. */
unsigned int counter;

int main(void) {
    for (;;) {
        unsigned int next = counter + 1;
        unsigned int *place = &next;
        counter = *place;
    }
}
