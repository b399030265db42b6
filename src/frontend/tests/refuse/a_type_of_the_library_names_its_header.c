// error 2: unknown type name 'pthread_t'
pthread_t thread;
int main(void) { return 0; }
