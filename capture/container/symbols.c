/* SPDX-License-Identifier: Apache-2.0 */
/* All symbols of a capture, read once and sorted, and which of them an address lies in. */
#include "capture/symbols.h"

#include "base/search.h"
#include "base/visible.h"
#include "capture/container/reader.h"
#include "capture/lines/spans.h"
#include "capture/lines/symbol_text.h"

struct entry {
    struct ttcap_symbol symbol; /* its name is an offset in names until all are read */
    size_t name_at;
    uint64_t end; /* the address after it */
};

struct symbol_table {
    struct entry *entries;
    size_t count;
    struct span_list spans; /* by core and address: the innermost symbol, by its number */
    struct byte_buffer names;
};

void symbol_table_free(struct symbol_table *table)
{
    if (!table)
        return;
    mem_free(table->entries);
    spans_clear(&table->spans);
    buffer_clear(&table->names);
    mem_free(table);
}

/* By core and address; of two at one address the smaller is further in, and so comes last. */
ORDER(symbols_by_place, struct entry,
      RISING(symbol.core) ?: RISING(symbol.addr) ?: FALLING(symbol.bytes) ?: strcmp(a->symbol.name, b->symbol.name))

static enum tt_status symbols_add_chunk(void *user, const struct chunk *chunk, const uint8_t *raw, struct tt_error *err)
{
    struct symbol_table *table = user;
    struct byte_reader reader = byte_reader(raw, chunk->raw_bytes);
    uint32_t end = 0;
    enum tt_status status = symbols_check(raw, chunk->raw_bytes, chunk->count, err);
    for (uint32_t i = 0; i < chunk->count && !status; i++) {
        struct entry *entry = &table->entries[table->count];
        size_t length;
        (void)symbol_read(&reader, &end, &entry->symbol, &length);
        entry->name_at = table->names.size;
        NEED(buffer_append(&table->names, entry->symbol.name, length) && buffer_u8(&table->names, 0), err,
             "no memory for its symbols");
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

static uint64_t symbols_place_of(enum tt_core core, uint64_t addr)
{
    return (uint64_t)core << 40 | addr;
}

/* So that a look-up is a binary search, however symbols lie within each other. */
static bool flatten_table(struct symbol_table *table)
{
    struct span_list all = {0};
    bool is_ok = true;
    for (size_t i = 0; i < table->count && is_ok; i++) {
        const struct entry *entry = &table->entries[i];
        const enum tt_core core = entry->symbol.core;
        is_ok = spans_add(&all, &(struct span){symbols_place_of(core, entry->symbol.addr),
                                               symbols_place_of(core, entry->end), 0, (uint32_t)i});
    }
    is_ok = is_ok && spans_flatten(&all, &table->spans);
    spans_clear(&all);
    return is_ok;
}

static enum tt_status load_table(struct ttcap *capture, struct tt_error *err)
{
    struct symbol_table *table = mem_calloc(1, sizeof *table);
    if (table)
        table->entries = mem_calloc((size_t)capture->contents.symbol_count, sizeof *table->entries);
    enum tt_status status =
        table && table->entries ? TT_OK : tt_fail(err, TT_NO_MEMORY, "%s: no memory for its symbols", capture->path);
    status = status ?: reader_each_chunk(capture, CHUNK_SYMBOLS, symbols_add_chunk, table, err);
    if (!status) {
        sort_table(table);
        if (!flatten_table(table))
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

enum tt_status ttcap_symbol_at(struct ttcap *capture, enum tt_core core, uint32_t addr, struct ttcap_symbol *symbol,
                               struct tt_error *err)
{
    TRY(find_table(capture, err));
    const struct span_list *spans = &capture->symbols->spans;
    const uint64_t place = symbols_place_of(core, addr);
    const size_t at = SEARCH_FIRST(spans->items, spans->count, item->hi <= place);
    if (at == spans->count || spans->items[at].lo > place)
        return TT_END;
    *symbol = capture->symbols->entries[spans->items[at].value].symbol;
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
    TRY(find_table(capture, err));
    if (index >= capture->symbols->count)
        return TT_END;
    *symbol = capture->symbols->entries[index].symbol;
    return TT_OK;
}
