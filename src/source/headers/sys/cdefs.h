#ifndef BMC_SYS_CDEFS_H
#define BMC_SYS_CDEFS_H

#include <features.h>

#define __BEGIN_DECLS
#define __END_DECLS
#define __P(arguments) arguments

#endif
