/* SPDX-License-Identifier: Apache-2.0 */
/* All symbols of a capture, read once and sorted, and which of them an address lies in. */
#include "capture/symbols.h"

#include "base/memory.h"
#include "base/search.h"
#include "base/visible.h"
#include "capture/container/reader.h"
#include "capture/lines/symbol_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct ttcap_symbol symbol; /* its name is an offset in names until all are read */
    size_t name_at;
    uint64_t end; /* the address after it */
};

/* From here to the next stretch the same symbol covers every address; it is the innermost there. */
struct stretch {
    uint64_t place; /* core and address */
    uint32_t entry; /* 1 + its number; 0: none */
};

struct symbol_table {
    struct entry *entries;
    size_t count;
    struct stretch *stretches;
    size_t stretch_count, stretch_capacity;
    struct byte_buffer names;
};

void symbol_table_free(struct symbol_table *table)
{
    if (!table)
        return;
    mem_free(table->entries);
    mem_free(table->stretches);
    buffer_clear(&table->names);
    mem_free(table);
}

/* By core and address; of two at one address the smaller is further in, and so comes last. */
static int symbols_by_place(const void *a, const void *b)
{
    const struct ttcap_symbol *x = &((const struct entry *)a)->symbol, *y = &((const struct entry *)b)->symbol;
    if (x->core != y->core)
        return x->core < y->core ? -1 : 1;
    if (x->addr != y->addr)
        return x->addr < y->addr ? -1 : 1;
    if (x->bytes != y->bytes)
        return x->bytes > y->bytes ? -1 : 1;
    return strcmp(x->name, y->name);
}

static enum tt_status add_chunk(struct symbol_table *table, const struct chunk *chunk, const uint8_t *raw,
                                struct tt_error *err)
{
    struct byte_reader reader = byte_reader(raw, chunk->raw_bytes);
    uint32_t end = 0;
    enum tt_status status = symbols_check(raw, chunk->raw_bytes, chunk->count, err);
    for (uint32_t i = 0; i < chunk->count && !status; i++) {
        struct entry *entry = &table->entries[table->count];
        size_t length;
        (void)symbol_read(&reader, &end, &entry->symbol, &length);
        entry->name_at = table->names.size;
        if (!buffer_append(&table->names, entry->symbol.name, length) || !buffer_u8(&table->names, 0))
            return tt_fail(err, TT_NO_MEMORY, "no memory for its symbols");
        table->count++;
    }
    return status;
}

/* A symbol without a size ends at the next one of its core. */
static void set_ends(struct symbol_table *table)
{
    uint64_t next = 0;
    for (size_t i = table->count; i-- > 0;) {
        struct entry *entry = &table->entries[i];
        bool is_last = i + 1 == table->count || entry[1].symbol.core != entry->symbol.core;
        if (is_last)
            next = (uint64_t)UINT32_MAX + 1;
        else if (entry[1].symbol.addr != entry->symbol.addr)
            next = entry[1].symbol.addr;
        entry->end = entry->symbol.bytes > 0 ? (uint64_t)entry->symbol.addr + entry->symbol.bytes : next;
    }
}

static void sort_table(struct symbol_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        table->entries[i].symbol.name = (const char *)table->names.data + table->entries[i].name_at;
    if (table->count > 0)
        qsort(table->entries, table->count, sizeof *table->entries, symbols_by_place);
    set_ends(table);
}

/* ---- stretches: so that a look-up is a binary search, however symbols lie within each other ---- */

/* The symbols that have begun, the innermost last; those of them that ended stay until they are the last. */
struct open_symbols {
    uint32_t *items;
    size_t count;
};

static uint64_t symbols_place_of(enum tt_core core, uint64_t addr)
{
    return (uint64_t)core << 40 | addr;
}

static bool symbols_add_stretch(struct symbol_table *table, uint64_t place, uint32_t entry)
{
    struct stretch *last = table->stretch_count ? &table->stretches[table->stretch_count - 1] : NULL;
    if (last && last->place == place) {
        last->entry = entry;
        return true;
    }
    if (mem_grow(&table->stretches, &table->stretch_capacity, table->stretch_count + 1, sizeof *table->stretches))
        return false;
    table->stretches[table->stretch_count++] = (struct stretch){place, entry};
    return true;
}

/* Everything that ends before a place; what it lay in goes on. */
static bool close_before(struct symbol_table *table, struct open_symbols *open, uint64_t place)
{
    bool is_ok = true;
    while (open->count && is_ok) {
        const struct entry *last = &table->entries[open->items[open->count - 1] - 1];
        const uint64_t end = symbols_place_of(last->symbol.core, last->end);
        if (end > place)
            break;
        while (open->count) {
            const struct entry *around = &table->entries[open->items[open->count - 1] - 1];
            if (symbols_place_of(around->symbol.core, around->end) > end)
                break;
            open->count--;
        }
        is_ok = symbols_add_stretch(table, end, open->count ? open->items[open->count - 1] : 0);
    }
    return is_ok;
}

static bool make_stretches(struct symbol_table *table)
{
    struct open_symbols open = {.items = mem_calloc(table->count, sizeof *open.items)};
    bool is_ok = open.items != NULL;
    for (size_t i = 0; i < table->count && is_ok; i++) {
        const struct ttcap_symbol *symbol = &table->entries[i].symbol;
        const uint64_t place = symbols_place_of(symbol->core, symbol->addr);
        is_ok = close_before(table, &open, place) && symbols_add_stretch(table, place, (uint32_t)i + 1);
        open.items[open.count++] = (uint32_t)i + 1;
    }
    is_ok = is_ok && close_before(table, &open, UINT64_MAX);
    mem_free(open.items);
    return is_ok;
}

static enum tt_status load_table(struct ttcap *capture, struct tt_error *err)
{
    const struct chunk_list *list = &capture->contents.list[CHUNK_SYMBOLS];
    struct symbol_table *table = mem_calloc(1, sizeof *table);
    if (table)
        table->entries = mem_calloc((size_t)capture->contents.symbol_count, sizeof *table->entries);
    enum tt_status status =
        table && table->entries ? TT_OK : tt_fail(err, TT_NO_MEMORY, "%s: no memory for its symbols", capture->path);
    struct byte_buffer raw = {0};
    for (size_t i = 0; i < list->count && !status; i++) {
        status = load_chunk(&capture->source, &capture->unpacker, &list->items[i], &raw, err);
        if (!status)
            status =
                place_chunk(&capture->source, &list->items[i], add_chunk(table, &list->items[i], raw.data, err), err);
    }
    buffer_clear(&raw);
    if (!status) {
        sort_table(table);
        if (!make_stretches(table))
            status = tt_fail(err, TT_NO_MEMORY, "%s: no memory for its symbols", capture->path);
    }
    if (status) {
        symbol_table_free(table);
        return status;
    }
    capture->symbols = table;
    return TT_OK;
}

/* Symbols that are not sound are read once: a caller that only wants the name of a place asks again for each place. */
static enum tt_status find_table(struct ttcap *capture, struct tt_error *err)
{
    if (capture->symbols)
        return TT_OK;
    if (capture->are_symbols_unsound && !err)
        return TT_BAD_INPUT;
    const enum tt_status status = load_table(capture, err);
    capture->are_symbols_unsound = status == TT_BAD_INPUT;
    return status;
}

static bool symbols_starts_at_most(const void *stretch, const void *place)
{
    return ((const struct stretch *)stretch)->place <= *(const uint64_t *)place;
}

enum tt_status ttcap_symbol_at(struct ttcap *capture, enum tt_core core, uint32_t addr, struct ttcap_symbol *symbol,
                               struct tt_error *err)
{
    enum tt_status status = find_table(capture, err);
    if (status)
        return status;
    const struct symbol_table *table = capture->symbols;
    const uint64_t place = symbols_place_of(core, addr);
    const size_t count =
        search_first(table->stretches, table->stretch_count, sizeof *table->stretches, &place, symbols_starts_at_most);
    const uint32_t entry = count ? table->stretches[count - 1].entry : 0;
    if (!entry)
        return TT_END;
    *symbol = table->entries[entry - 1].symbol;
    return TT_OK;
}

size_t ttcap_place_text(struct ttcap *capture, enum tt_core core, uint32_t addr, char text[TTCAP_PLACE_MAX])
{
    enum { NAME_MAX_SHOWN = TTCAP_PLACE_MAX - 16 }; /* "...+0xffffffff" and the end */
    struct ttcap_symbol symbol;
    size_t n;
    if (ttcap_symbol_at(capture, core, addr, &symbol, NULL) != TT_OK)
        return (size_t)snprintf(text, TTCAP_PLACE_MAX, "0x%x", addr);
    const bool is_whole = !symbol.name[visible_copy(symbol.name, text, NAME_MAX_SHOWN + 1)];
    n = strlen(text);
    n += (size_t)snprintf(text + n, TTCAP_PLACE_MAX - n, "%s", is_whole ? "" : "...");
    if (addr != symbol.addr)
        n += (size_t)snprintf(text + n, TTCAP_PLACE_MAX - n, "+0x%x", addr - symbol.addr);
    return n;
}

enum tt_status ttcap_symbol_get(struct ttcap *capture, uint64_t index, struct ttcap_symbol *symbol,
                                struct tt_error *err)
{
    enum tt_status status = find_table(capture, err);
    if (status)
        return status;
    if (index >= capture->symbols->count)
        return TT_END;
    *symbol = capture->symbols->entries[index].symbol;
    return TT_OK;
}
