#ifndef BMC_SETJMP_H
#define BMC_SETJMP_H

/* Declared so that programs compile; jumps out of functions have no model. */

typedef long jmp_buf[32];
typedef long sigjmp_buf[32];

int setjmp(jmp_buf place);
_Noreturn void longjmp(jmp_buf place, int value);
int sigsetjmp(sigjmp_buf place, int save_mask);
_Noreturn void siglongjmp(sigjmp_buf place, int value);

#endif
