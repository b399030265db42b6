/* The streams that a process begins with, as variables: the header has them as numbers, glibc's as these. */
struct __bmc_file *stdin = (struct __bmc_file *)1;
struct __bmc_file *stdout = (struct __bmc_file *)2;
struct __bmc_file *stderr = (struct __bmc_file *)3;
