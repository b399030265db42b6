#ifndef BMC_X86INTRIN_H
#define BMC_X86INTRIN_H

#include <xmmintrin.h>

#endif
