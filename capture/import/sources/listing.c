/* SPDX-License-Identifier: Apache-2.0 */
/* Listings of machine code, as GNU and LLVM objdump print them. A `.ttinsn` is a word whose low two bits are not 11
 * (R4); disassemblers that do not know it show it as data, or cut it in two, so the machine code is put
 * together again by its addresses and the text behind it on a line is not read. */
#include "capture/import/sources/listing.h"
#include "base/memory.h"
#include "base/number.h"
#include "isa/isa.h"

#include <string.h>

enum { NAME_BYTES_MAX = 4095 };

struct listing {
    struct import_sink *sink;
    const struct import_item *item;
    unsigned long long line;
    uint32_t word, word_addr; /* being put together */
    unsigned word_bytes;      /* how many of it are there */
    unsigned long long pushes, symbols, data;
    struct ttcap_symbol symbol; /* the label last seen; its size comes with the next */
    char name[NAME_BYTES_MAX + 1];
    bool has_symbol;
    uint32_t end; /* after the code so far */
    struct tt_error *err;
};

/* A run of hexadecimal digits; how many. */
static size_t hex_run(const char *at, uint64_t *value)
{
    size_t n = 0;
    *value = 0;
    for (; hex_digit(at[n]) >= 0; n++)
        *value = *value << 4 | (uint64_t)hex_digit(at[n]);
    return n;
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* "    6064:\tfe010113 …": the address, and where the code starts; null where the line is none. */
static const char *code_line(const char *line, uint32_t *addr)
{
    uint64_t value;
    const char *at = skip_blanks(line);
    size_t n = hex_run(at, &value);
    if (n == 0 || n > 16 || at[n] != ':' || value > UINT32_MAX)
        return NULL;
    at = skip_blanks(at + n + 1);
    uint64_t code;
    size_t digits = hex_run(at, &code);
    bool ends = at[digits] == ' ' || at[digits] == '\t' || at[digits] == '\n' || at[digits] == '\r' || !at[digits];
    if ((digits != 2 && digits != 4 && digits != 8) || !ends)
        return NULL;
    *addr = (uint32_t)value;
    return at;
}

/* "00006064 <program>:": the address, and the name; null where the line is none. */
static const char *label_line(const char *line, uint32_t *addr, size_t *length)
{
    uint64_t value;
    size_t n = hex_run(line, &value);
    if (n == 0 || n > 16 || value > UINT32_MAX || strncmp(line + n, " <", 2) != 0)
        return NULL;
    const char *name = line + n + 2;
    size_t rest = strcspn(name, "\n");
    while (rest > 0 && name[rest - 1] != '>')
        rest--;
    if (rest < 2 || name[rest] != ':')
        return NULL;
    *addr = (uint32_t)value;
    *length = rest - 1;
    return name;
}

static const char *listing_next_line(const char *line)
{
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

bool listing_is(const char *text)
{
    uint32_t addr;
    size_t length;
    for (const char *line = text; *line; line = listing_next_line(line)) {
        if (code_line(line, &addr) || label_line(line, &addr, &length))
            return true;
    }
    return false;
}

/* A whole word of code. */
static enum tt_status listing_take_word(struct listing *listing)
{
    uint32_t word = listing->word;
    listing->word_bytes = 0;
    if ((word & 3) == 3)
        return TT_OK;
    uint32_t pushed = word << 30 | word >> 2;
    if (!isa_find(import_chip_so_far(listing->sink), pushed)) {
        listing->data++;
        return TT_OK;
    }
    struct ttcap_event event = {.kind = TTCAP_PUSH,
                                .thread = (int8_t)listing->item->thread,
                                .value = pushed,
                                .has_pc = true,
                                .core = (enum tt_core)(TT_CORE_T0 + listing->item->thread),
                                .pc = listing->word_addr};
    listing->pushes++;
    return import_event(listing->sink, &event, listing->err);
}

static enum tt_status take_byte(struct listing *listing, uint32_t addr, uint8_t byte)
{
    bool continues = listing->word_bytes > 0 && addr == listing->word_addr + listing->word_bytes;
    if (!continues) {
        listing->word = 0;
        listing->word_bytes = 0;
        listing->word_addr = addr;
        if (addr % 4)
            return tt_fail(listing->err, TT_BAD_INPUT,
                           "%s: line %llu: code at 0x%x, expected the rest of a word or an address divisible by 4",
                           listing->item->path, listing->line, addr);
    }
    listing->word |= (uint32_t)byte << 8 * listing->word_bytes++;
    listing->end = addr + 1;
    return listing->word_bytes == 4 ? listing_take_word(listing) : TT_OK;
}

/* Groups of digits: one number of two or four bytes (GNU), or bytes (LLVM). */
static enum tt_status take_code(struct listing *listing, uint32_t addr, const char *at)
{
    enum tt_status status = TT_OK;
    for (unsigned taken = 0; taken < 4 && !status;) {
        uint64_t value;
        size_t digits = hex_run(at, &value);
        bool is_group =
            at[digits] == ' ' || at[digits] == '\t' || at[digits] == '\n' || at[digits] == '\r' || !at[digits];
        if (!is_group || (digits != 8 && digits != 4 && digits != 2) || (taken > 0 && digits != 2))
            break;
        for (size_t i = 0; i < digits / 2 && !status; i++, taken++)
            status = take_byte(listing, addr + taken, (uint8_t)(value >> 8 * i));
        /* Where one number is all, the mnemonic follows; bytes stand one blank apart. */
        if (digits != 2 || at[2] != ' ')
            break;
        at += 3;
    }
    return status;
}

static enum tt_status end_symbol(struct listing *listing, uint32_t next)
{
    if (!listing->has_symbol)
        return TT_OK;
    listing->has_symbol = false;
    listing->symbol.bytes = next > listing->symbol.addr ? next - listing->symbol.addr : 0;
    listing->symbols++;
    return import_symbol(listing->sink, &listing->symbol, listing->err);
}

/* A mapping symbol ($d) is no place. */
static enum tt_status take_label(struct listing *listing, uint32_t addr, const char *name, size_t length)
{
    if (*name == '$' || length > NAME_BYTES_MAX)
        return TT_OK;
    enum tt_status status = end_symbol(listing, addr);
    memcpy(listing->name, name, length);
    listing->name[length] = '\0';
    listing->symbol = (struct ttcap_symbol){.core = (enum tt_core)(TT_CORE_T0 + listing->item->thread),
                                            .kind = TTCAP_FUNCTION,
                                            .addr = addr,
                                            .name = listing->name};
    listing->has_symbol = true;
    return status;
}

static enum tt_status listing_read_all(struct listing *listing, const char *text)
{
    enum tt_status status = TT_OK;
    for (const char *line = text; *line && !status; line = listing_next_line(line)) {
        uint32_t addr;
        size_t length;
        const char *at;
        listing->line++;
        if ((at = code_line(line, &addr)))
            status = take_code(listing, addr, at);
        else if ((at = label_line(line, &addr, &length)))
            status = take_label(listing, addr, at, length);
    }
    return status ? status : end_symbol(listing, listing->end);
}

enum tt_status listing_read(struct import_sink *sink, const struct import_item *item, const char *text,
                            struct tt_error *err)
{
    struct listing *listing = mem_calloc(1, sizeof *listing);
    if (!listing)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", item->path);
    listing->sink = sink;
    listing->item = item;
    listing->err = err;
    enum tt_status status = listing_read_all(listing, text);
    if (!status && listing->pushes == 0)
        status = tt_fail(err, TT_BAD_INPUT, "%s: a listing without a .ttinsn: no word of it ends in bits other than 11",
                         item->path);
    if (!status)
        status =
            import_note(sink, err, "%llu words, in order of address; %llu labels", listing->pushes, listing->symbols);
    if (!status && listing->data > 0)
        status = import_warn(sink, err, "%llu word%s neither a RISC-V nor a Tensix instruction, taken for data",
                             listing->data, listing->data == 1 ? "" : "s");
    mem_free(listing);
    return status;
}
