/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/texts.h"

#include "base/memory.h"

#include <stdint.h>

bool texts_add(struct texts *texts, const char *text)
{
    char *copy = mem_strdup(text);
    if (!copy || mem_grow(&texts->items, &texts->capacity, texts->count + 1, sizeof *texts->items)) {
        mem_free(copy);
        return false;
    }
    texts->items[texts->count++] = copy;
    return true;
}

void texts_clear(struct texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        mem_free((char *)(uintptr_t)texts->items[i]);
    mem_free(texts->items);
    *texts = (struct texts){0};
}
