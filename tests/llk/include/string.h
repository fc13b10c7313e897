/* SPDX-License-Identifier: Apache-2.0 */
/* As much of a C library as the suite's headers name. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif
void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int value, size_t count);
int memcmp(const void *a, const void *b, size_t count);
size_t strlen(const char *text);
#ifdef __cplusplus
}
#endif
