// expect: violated assert line=35
// also: race
// rounds: 2   min-rounds: 2

/* Each thread sums a row; the column that both write is the same one. */
#include <assert.h>
#include <pthread.h>

int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
int cube[2][2][2];
int sums[2], (*rows)[3] = grid;

int total(int table[][3], int count) {
    int sum = 0;
    for (int row = 0; row < count; row++)
        for (int column = 0; column < 3; column++)
            sum += table[row][column];
    return sum;
}

void *work(void *argument) {
    int row = (int)(long)argument;
    sums[row] = total(rows + row, 1);
    cube[row][1][0] = row + 1;
    cube[0][0][1] = row;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, (void *)1);
    work(0);
    pthread_join(thread, 0);
    assert(sums[0] == 6 && sums[1] == 15 && cube[0][1][0] == 1 && cube[1][1][0] == 2 && cube[1][0][1] == 0);
    assert(cube[0][0][1] == 1);
    return 0;
}
