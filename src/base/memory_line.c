/* SPDX-License-Identifier: Apache-2.0 */
/* Beside memory.c, which a test may replace. */
#include "base/usual.h"

/* Not aligned_alloc(): fresh memory from the system calloc() need not clear, and most of it is never touched. */
void *mem_calloc_line(size_t size)
{
    if (size > SIZE_MAX - MEM_LINE)
        return NULL;
    uint8_t *block = mem_calloc(1, size + MEM_LINE);
    if (!block)
        return NULL;
    const uint8_t shift = (uint8_t)(MEM_LINE - (uintptr_t)block % MEM_LINE); /* 1 to 64: a byte before it is free */
    block[shift - 1] = shift;
    return block + shift;
}

void mem_free_line(void *block)
{
    uint8_t *line = block;
    mem_free(line ? line - line[-1] : NULL);
}
