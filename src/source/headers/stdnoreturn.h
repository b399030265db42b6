#ifndef BMC_STDNORETURN_H
#define BMC_STDNORETURN_H

#define noreturn _Noreturn

#endif
