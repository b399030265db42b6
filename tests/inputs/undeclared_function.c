int main(void) {
    return launch(3);
}
