
/* For gcc. The constants that a model asks for are answered by a table. */
int bmc_answer(const char *question);
#define __bmc_mentions(name) bmc_answer("mentions " name)
#define __bmc_checks(name) bmc_answer("checks " name)
#define __bmc_spurious_wakeups() bmc_answer("spurious wakeups")
#define __bmc_spurious_failures() bmc_answer("spurious failures")
#define __bmc_malloc_may_fail() bmc_answer("malloc may fail")
#define __bmc_is_run() 0
/* Nothing is read for a question that nobody asks. */
#define __bmc_require(condition, text) (bmc_answer("checks api") ? (__bmc_require)(condition, text) : (void)0)

int bmc_is_static(const void *object);
#undef BMC_IS_STATIC
#define BMC_IS_STATIC(object, function) bmc_is_static(object)

#define __bmc_checked(expression) (expression)
#define __bmc_wrapping(expression) (expression)
unsigned int bmc_bits_of_float(float number);
unsigned long long bmc_bits_of_double(double number);
float bmc_float_of_bits(unsigned int bits);
double bmc_double_of_bits(unsigned long long bits);
#define __bmc_float_bits(number) _Generic((number), float: bmc_bits_of_float, default: bmc_bits_of_double)(number)
#define __bmc_bits_float(bits) _Generic((bits), unsigned int: bmc_float_of_bits, default: bmc_double_of_bits)(bits)
