/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/texts.h"

bool texts_add_bytes(struct texts *texts, const char *bytes, size_t count)
{
    char *copy = mem_calloc(count + 1, 1);
    if (!copy || mem_grow(&texts->items, &texts->capacity, texts->count + 1, sizeof *texts->items)) {
        mem_free(copy);
        return false;
    }
    memcpy(copy, bytes, count);
    texts->items[texts->count++] = copy;
    return true;
}

bool texts_add(struct texts *texts, const char *text)
{
    return texts_add_bytes(texts, text, strlen(text));
}

void texts_clear(struct texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        mem_free((char *)(uintptr_t)texts->items[i]);
    mem_free(texts->items);
    *texts = (struct texts){0};
}

bool text_item(const char **from, char *item, size_t size)
{
    const size_t length = strcspn(*from, ","), taken = length < size ? length : size - 1;
    if (!**from)
        return false;
    memcpy(item, *from, taken);
    item[taken] = 0;
    *from += length + ((*from)[length] == ',');
    return true;
}
