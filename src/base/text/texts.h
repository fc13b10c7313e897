/* SPDX-License-Identifier: Apache-2.0 */
/* Texts in the order given, such as the values of an option that may be given again; each a copy of its own. */
#pragma once

#include "base/usual.h"

struct texts {
    const char **items;
    size_t count, capacity;
};

/* False: no memory. */
bool texts_add(struct texts *texts, const char *text);
bool texts_add_bytes(struct texts *texts, const char *bytes, size_t count); /* without a zero */
void texts_clear(struct texts *texts);

/* The next of the texts between commas, cut where it is too long; *from goes on behind it. False: there is none. */
bool text_item(const char **from, char *item, size_t size);
