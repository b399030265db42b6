#ifndef BMC_WCHAR_H
#define BMC_WCHAR_H

#include <stddef.h>
#include <stdint.h>

typedef __WINT_TYPE__ wint_t;

#define WEOF (0xffffffffu)

size_t wcslen(const wchar_t *text);
int wcscmp(const wchar_t *a, const wchar_t *b);
wchar_t *wcscpy(wchar_t *to, const wchar_t *from);

#endif
