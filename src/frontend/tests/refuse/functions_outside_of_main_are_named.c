// error 2: unsupported: functions that run outside of main (the attribute 'constructor')
static void __attribute__((constructor)) early(void) {}
int main(void) { return 0; }
