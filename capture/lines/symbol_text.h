/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols as they stand in a chunk, and all of them in order. docs/formats/ttcap.md#symbols */
#pragma once

#include "capture/file/bytes.h"
#include "capture/symbols.h"

enum {
    SYMBOL_NAME_MAX = 4095,
    SYMBOL_BYTES_MOST = SYMBOL_NAME_MAX + 16,
    SYMBOLS_MAX = 1 << 20,
    SYMBOL_BYTES_MAX = 64 << 20 /* of all chunks, unpacked */
};

/* Whether it can be stored; if not, why. */
bool symbol_is_sound(const struct ttcap_symbol *symbol, const char **why);

/* Appends a symbol. *end is the address after the one before, 0 at the start of a chunk. False without memory. */
bool symbol_write(struct byte_buffer *out, uint32_t *end, const struct ttcap_symbol *symbol);

/* Takes one off; its name is `name_bytes` long, not terminated, and borrowed. False when it is none. */
bool symbol_read(struct byte_reader *reader, uint32_t *end, struct ttcap_symbol *symbol, size_t *name_bytes);

/* A chunk's content: count symbols and nothing else. The sentence in err has no place. */
enum tt_status symbols_check(const uint8_t *raw, size_t raw_bytes, uint32_t count, struct tt_error *err);

struct symbol_table;
void symbol_table_free(struct symbol_table *table); /* null is allowed */
