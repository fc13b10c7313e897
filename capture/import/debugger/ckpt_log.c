/* SPDX-License-Identifier: Apache-2.0 */
/* The forms that tt-metal's api/debug/checkpoint.h and dump.h print:
 *
 *     === CKPT post_matmul RISC0 CBs ===             or "=== CKPT 1 RISC 0 ===", "=== CKPT 1 CBs ==="
 *     CB0 sz=128 rd=1024 wr=1152 ack=0 rcv=1
 *       [0] 3f800000 40000000 40400000 40800000      words from the read pointer on
 *     L1[0x100000] 16 words:
 *       [0x100000] 3f800000 40000000                 or a word a line, 0x3f800000
 *
 * Lines of several cores may be mixed; each core's own are in order. */
#include "capture/import/importer.h"

#include "base/little.h"
#include "base/text/text_map.h"
#include "capture/import/debugger/text_lines.h"
#include "isa/spaces.h"

enum {
    RISCS = 5,            /* B, NC, T0, T1, T2, as the log numbers them */
    RISC_COMPUTE = 2,     /* from here on */
    RISC_MATH = 3,        /* sees no circular buffers */
    SPEAKERS = RISCS + 1, /* the last: not said */
    COMPUTE_SHIFT = 4,    /* T cores keep addresses of circular buffers in units of 16 bytes */
    ID_BYTES = 96,
    LOG_PLACE_BYTES = 40,
    NOTES_MAX = 256,
};

/* The open dump of one core's lines. */
struct speaker {
    char id[ID_BYTES]; /* of its checkpoint; empty: none yet */
    int risc;          /* -1: not known */
    enum { ROWS_NONE, ROWS_L1, ROWS_CB } rows;
    unsigned long line; /* of the heading of the rows */
    uint64_t addr;      /* of the next word */
    uint32_t from, words, done;
    bool has_addr;
    bool is_decimals; /* values of Dst follow */
};

/* A checkpoint by its name in the log. The second time that a core comes by is another one. */
struct named {
    char name[ID_BYTES];
    unsigned times[SPEAKERS][2]; /* each core, -1 first, came by: for its own values, for those of Dst */
    unsigned declared;           /* of them are checkpoints of the capture */
};

struct ckpt_log {
    struct text_lines lines;
    struct import_sink *sink;
    enum tt_chip chip;
    const char *id; /* outside of checkpoints */
    struct speaker speakers[SPEAKERS];
    struct named *names;
    struct text_map places; /* of the names */
    size_t name_count, name_capacity, checkpoints;
    char place[LOG_PLACE_BYTES]; /* "0:(0,0)": the tile of the first line that says one */
    uint64_t words, lost_words, decimal_lines;
    uint32_t notes, notes_left_out;
    bool is_any; /* something of ours was in it */
};

/* ---- which core printed a line ---- */

static int risc_number(const char *name, size_t count)
{
    static const struct {
        const char *name;
        int risc;
    } names[] = {{"BR", 0},  {"BRISC", 0},  {"NC", 1},  {"NCRISC", 1}, {"TR0", 2},
                 {"TR1", 3}, {"TRISC0", 2}, {"TR2", 4}, {"TRISC1", 3}, {"TRISC2", 4}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i].name) == count && strncmp(names[i].name, name, count) == 0)
            return names[i].risc;
    }
    return -1;
}

/* "0:(0,0):BR: rest": *rest, and which core printed it; without such a beginning the whole line, and no core. */
static enum tt_status read_speaker(struct ckpt_log *log, const char **rest, unsigned *speaker, struct tt_error *err)
{
    const char *line = log->lines.line;
    const char *core = strchr(line, ':'), *name = core ? strchr(core + 1, ':') : NULL;
    const char *end = name ? strstr(name + 1, ": ") : NULL;
    if (name && !end && *line && line[strlen(line) - 1] == ':')
        end = line + strlen(line) - 1; /* an empty line of a core */
    *rest = line;
    *speaker = SPEAKERS - 1;
    if (!end || core == line || strspn(line, "0123456789") != (size_t)(core - line))
        return TT_OK;
    int risc = risc_number(name + 1, (size_t)(end - name - 1));
    if (risc < 0)
        return TT_OK;
    *speaker = (unsigned)risc;
    *rest = end + (end[1] ? 2 : 1);
    size_t count = (size_t)(name - line);
    if (count >= LOG_PLACE_BYTES)
        return text_lines_fail(&log->lines, 0, err, "a core of %zu characters", count);
    if (!*log->place)
        memcpy(log->place, line, count);
    if (strncmp(log->place, line, count) == 0 && log->place[count] == '\0')
        return TT_OK;
    return text_lines_fail(&log->lines, 0, err, "this is of %.*s, and what was before of %s; one tile a log",
                           (int)count, line, log->place);
}

/* ---- checkpoints ---- */

static bool ckpt_log_is_named(const void *user, size_t item, const void *name)
{
    const struct ckpt_log *log = user;
    return strcmp(log->names[item].name, name) == 0;
}

static struct named *find_named(struct ckpt_log *log, const char *name, struct tt_error *err)
{
    const int64_t place = text_map_find(&log->places, name, ckpt_log_is_named, log);
    if (place >= 0)
        return &log->names[place];
    if (mem_grow(&log->names, &log->name_capacity, log->name_count + 1, sizeof *log->names) < 0 ||
        !text_map_add(&log->places, name, log->name_count)) {
        (void)tt_fail(err, TT_NO_MEMORY, "no memory");
        return NULL;
    }
    struct named *named = &log->names[log->name_count++];
    *named = (struct named){.declared = 0};
    (void)snprintf(named->name, sizeof named->name, "%s", name);
    return named;
}

static enum tt_status declare(struct ckpt_log *log, const char *id, struct tt_error *err)
{
    log->checkpoints++;
    /* No checkpoint of a log is the starting state, so there is one before it, of which this knows nothing. */
    enum tt_status status = import_region(log->sink, "begin", TT_SPACE_L1, 0, 0, NULL, NULL, err);
    /* These two need no declaration. */
    if (status || strcmp(id, "begin") == 0 || strcmp(id, "end") == 0)
        return status;
    return import_checkpoint(log->sink, id, err);
}

/* Takes `end` off the end of text[0..*count]; false where it does not end so. */
static bool cut(const char *text, size_t *count, const char *end)
{
    size_t n = strlen(end);
    if (*count < n || strncmp(text + *count - n, end, n) != 0)
        return false;
    *count -= n;
    return true;
}

/* Takes " RISC2" or " RISC 2" off; -1 where there is none. */
static int cut_risc(const char *text, size_t *count)
{
    for (int risc = 0; risc < RISCS; risc++) {
        char tail[2][16];
        (void)snprintf(tail[0], sizeof tail[0], " RISC%d", risc);
        (void)snprintf(tail[1], sizeof tail[1], " RISC %d", risc);
        if (cut(text, count, tail[0]) || cut(text, count, tail[1]))
            return risc;
    }
    return -1;
}

/* "name RISC0 CBs ===" and its like. */
static enum tt_status ckpt_log_read_heading(struct ckpt_log *log, struct speaker *by, const char *text,
                                            struct tt_error *err)
{
    size_t count = strlen(text);
    size_t offset = (size_t)(text - log->lines.line);
    char name[ID_BYTES];
    while (cut(text, &count, " ")) {
    }
    if (!cut(text, &count, " ==="))
        return text_lines_fail(&log->lines, offset, err, "the heading of a checkpoint does not end in ===");
    bool is_dst = cut(text, &count, " dest regs");
    (void)cut(text, &count, " CBs");
    int risc = cut_risc(text, &count);
    if (by == &log->speakers[SPEAKERS - 1])
        by->risc = risc; /* the line does not say whose it is: the heading does */
    if (count == 0 || count > ID_BYTES - 12)
        return text_lines_fail(&log->lines, offset, err, "a checkpoint with a name of %zu characters, expected 1 to %d",
                               count, ID_BYTES - 12);
    (void)snprintf(name, sizeof name, "%.*s", (int)count, text);
    struct named *named = find_named(log, name, err);
    if (!named)
        return TT_NO_MEMORY;
    const unsigned times = ++named->times[by->risc + 1][is_dst];
    if (times == 1)
        (void)snprintf(by->id, sizeof by->id, "%s", name);
    else
        (void)snprintf(by->id, sizeof by->id, "%.*s#%u", (int)count, name, times);
    by->is_decimals = is_dst;
    if (times <= named->declared)
        return TT_OK;
    named->declared = times;
    return declare(log, by->id, err);
}

/* ---- rows of words ---- */

static enum tt_status end_rows(struct speaker *by, struct tt_error *err)
{
    bool is_short = by->rows == ROWS_L1 && by->done < by->words;
    by->rows = ROWS_NONE;
    if (!is_short)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "line %lu: L1[0x%x] says %u words, but %u follow", by->line, by->from, by->words,
                   by->done);
}

/* Words of a row that wait to be put, little-endian. */
struct row {
    uint8_t bytes[256];
    uint32_t count;
};

static enum tt_status ckpt_log_put_row(struct ckpt_log *log, struct speaker *by, struct row *row, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    if (row->count)
        status = import_region(log->sink, *by->id ? by->id : log->id, TT_SPACE_L1, (uint32_t)by->addr, row->count,
                               row->bytes, NULL, err);
    if (status == TT_BAD_INPUT)
        tt_error_prefix(err, "line %lu", log->lines.number);
    by->addr += row->count;
    log->words += row->count / sizeof(uint32_t);
    row->count = 0;
    return status;
}

static enum tt_status ckpt_log_add_word(struct ckpt_log *log, struct speaker *by, struct row *row, uint32_t value,
                                        struct tt_error *err)
{
    uint32_t l1 = chip_get(log->chip)->l1_bytes;
    REFUSE_IF(by->rows == ROWS_L1 && by->done == by->words, err, "line %lu: a word more than the %u of L1[0x%x]",
              log->lines.number, by->words, by->from);
    by->done++;
    if (!by->has_addr) {
        log->lost_words++;
        return TT_OK;
    }
    REFUSE_IF(by->addr + row->count > l1 - sizeof value, err,
              "line %lu: a word at 0x%llx, beyond L1, which ends at 0x%x", log->lines.number,
              (unsigned long long)by->addr + row->count, l1);
    store_u32(row->bytes + row->count, value);
    row->count += sizeof value;
    return row->count == sizeof row->bytes ? ckpt_log_put_row(log, by, row, err) : TT_OK;
}

/* "  [0x100000] 3f800000 40000000", "  [4] 0x40a00000": TT_END where it is no row. */
static enum tt_status ckpt_log_read_row(struct ckpt_log *log, struct speaker *by, const char *text,
                                        struct tt_error *err)
{
    const char *at = text_skip_spaces(text), *end;
    uint64_t place, value;
    int64_t index;
    size_t offset = (size_t)(at - log->lines.line);
    if (by->rows == ROWS_NONE || *at != '[')
        return TT_END;
    bool is_hex = at[1] == '0' && at[2] == 'x';
    if (!(is_hex ? text_hex(at + 1, &end, &place) : text_decimal(at + 1, &end, &index)) || *end != ']')
        return TT_END;
    uint64_t expected = by->rows == ROWS_L1 ? by->from + 4 * (uint64_t)by->done : by->done;
    uint64_t got = is_hex ? place : (uint64_t)index;
    if (got != expected)
        return text_lines_fail(&log->lines, offset, err,
                               "the row begins with %s%llx, expected 0x%llx: lines are missing", "0x",
                               (unsigned long long)got, (unsigned long long)expected);
    struct row row = {.count = 0};
    size_t count;
    for (at = end + 1; (count = text_cell(&at)) != 0; at += count) {
        if (!text_hex(at, &end, &value) || end != at + count || value > UINT32_MAX)
            return text_lines_fail(&log->lines, (size_t)(at - log->lines.line), err, "'%.*s' is no word",
                                   (int)(count < 20 ? count : 20), at);
        TRY(ckpt_log_add_word(log, by, &row, (uint32_t)value, err));
    }
    return ckpt_log_put_row(log, by, &row, err);
}

/* "L1[0x100000] 16 words:" */
static enum tt_status ckpt_log_read_l1(struct ckpt_log *log, struct speaker *by, const char *text, struct tt_error *err)
{
    const char *at = text_after(text, "L1["), *end;
    uint64_t addr;
    int64_t words;
    if (!at || !text_hex(at, &end, &addr) || !(at = text_after(end, "] ")) || !text_decimal(at, &end, &words) ||
        !text_after(end, " words:"))
        return TT_END;
    uint32_t l1 = chip_get(log->chip)->l1_bytes;
    if (addr % 4 || addr > l1 || words < 0 || (uint64_t)words > (l1 - addr) / 4)
        return text_lines_fail(&log->lines, (size_t)(text - log->lines.line), err,
                               "%lld words from 0x%llx are not within L1, which ends at 0x%x", (long long)words,
                               (unsigned long long)addr, l1);
    by->rows = ROWS_L1;
    by->line = log->lines.number;
    by->addr = by->from = (uint32_t)addr;
    by->words = (uint32_t)words;
    by->done = 0;
    by->has_addr = true;
    by->is_decimals = false;
    return TT_OK;
}

static enum tt_status keep_note(struct ckpt_log *log, const struct speaker *by, const char *text, struct tt_error *err)
{
    if (log->notes == NOTES_MAX) {
        log->notes_left_out++;
        return TT_OK;
    }
    log->notes++;
    if (by->risc >= 0)
        return import_note(log->sink, err, "%s RISC%d: %.200s", *by->id ? by->id : log->id, by->risc, text);
    return import_note(log->sink, err, "%s: %.200s", *by->id ? by->id : log->id, text);
}

/* "CB0 sz=128 rd=1024 wr=1152 ack=0 rcv=1": words from the read pointer on may follow. */
static enum tt_status read_cb(struct ckpt_log *log, struct speaker *by, const char *text, struct tt_error *err)
{
    const char *at = text_after(text, "CB"), *end;
    int64_t number, read_pointer;
    if (!at || !text_decimal(at, &end, &number) || !text_after(end, " sz=") || !(at = strstr(end, " rd=")) ||
        !text_decimal(at + 4, &end, &read_pointer) || read_pointer < 0 || read_pointer > UINT32_MAX)
        return TT_END;
    by->rows = ROWS_CB;
    by->line = log->lines.number;
    by->has_addr = by->risc >= 0 && by->risc != RISC_MATH;
    by->addr = (uint64_t)read_pointer << (by->risc >= RISC_COMPUTE ? COMPUTE_SHIFT : 0);
    by->from = 0;
    by->done = by->words = 0;
    by->is_decimals = false;
    return keep_note(log, by, text, err);
}

/* Rounded numbers, of Dst or of a tile of a circular buffer, name no pattern. */
static bool is_decimals(struct speaker *by, const char *text)
{
    const char *at = text_skip_spaces(text);
    if (text_after(at, "dest regs") || text_after(at, "Tile ID") || (text_after(at, "CB") && strstr(at, " (typed):"))) {
        by->is_decimals = true;
        return false;
    }
    return by->is_decimals && *at && at[strspn(at, "0123456789.-+eEinfa \t")] == '\0';
}

static enum tt_status ckpt_log_read_line(void *user, struct tt_error *err)
{
    struct ckpt_log *log = user;
    /* Names of checkpoints and notes come from it. */
    for (char *c = log->lines.line; *c; c++)
        *c = *c < ' ' || *c > '~' ? (char)(*c == '\t' ? ' ' : '?') : *c;
    const char *text;
    unsigned speaker;
    TRY(read_speaker(log, &text, &speaker, err));
    const char *heading = text_after(text_skip_spaces(text), "=== CKPT ");
    struct speaker *by = &log->speakers[speaker];
    enum tt_status status = heading ? TT_END : ckpt_log_read_row(log, by, text, err);
    if (status != TT_END)
        return status;
    status = end_rows(by, err);
    if (status)
        return status;
    if (is_decimals(by, text)) {
        log->decimal_lines++;
        return TT_OK;
    }
    status = heading ? ckpt_log_read_heading(log, by, heading, err) : ckpt_log_read_l1(log, by, text, err);
    if (status == TT_END)
        status = read_cb(log, by, text, err);
    log->is_any = log->is_any || status == TT_OK;
    return walk_ended(status); /* anything else a kernel prints */
}

/* ---- the whole log ---- */

static enum tt_status report_rest(const struct ckpt_log *log, struct tt_error *err)
{
    REFUSE_IF(!log->is_any, err, "no checkpoint (=== CKPT), no L1[...] and no CB of tt-metal is in it");
    TRY(import_note(log->sink, err, "%zu checkpoints, %llu words of L1", log->checkpoints,
                    (unsigned long long)log->words));
    if (log->notes_left_out)
        TRY(import_note(log->sink, err, "and %u more circular buffers", log->notes_left_out));
    if (log->lost_words)
        TRY(import_warn(log->sink, err,
                        "%llu words of circular buffers are left out: which core printed them, and so in what units "
                        "it counts, the log does not say",
                        (unsigned long long)log->lost_words));
    if (log->decimal_lines)
        TRY(import_warn(log->sink, err, "%llu lines of rounded decimals are left out: they name no pattern of bits",
                        (unsigned long long)log->decimal_lines));
    return TT_OK;
}

static enum tt_status ckpt_log_read_all(struct ckpt_log *log, struct tt_error *err)
{
    enum tt_status status = text_lines_each(&log->lines, ckpt_log_read_line, log, err);
    for (unsigned i = 0; i < SPEAKERS && status == TT_OK; i++)
        status = end_rows(&log->speakers[i], err);
    return status ? status : report_rest(log, err);
}

static enum tt_status ckpt_log_read(struct import_sink *sink, const struct import_item *item, const char *text,
                                    size_t count, struct tt_error *err)
{
    struct ckpt_log *log = mem_calloc(1, sizeof *log);
    NEED(log, err, "no memory");
    log->sink = sink;
    log->id = item->id;
    log->chip = import_chip_so_far(sink);
    for (int i = 0; i < SPEAKERS; i++)
        log->speakers[i].risc = i < RISCS ? i : -1;
    text_lines_init(&log->lines, text, count);
    enum tt_status status = ckpt_log_read_all(log, err);
    text_lines_clear(&log->lines);
    text_map_clear(&log->places);
    mem_free(log->names);
    mem_free(log);
    return import_placed(item, status, err);
}

static bool ckpt_log_is_line(const char *line)
{
    const char *l1 = strstr(line, "L1[0x");
    return strstr(line, "=== CKPT ") || (l1 && strstr(l1, " words:"));
}

static bool ckpt_log_is(const char *text, size_t count)
{
    return text_lines_have(text, count, ckpt_log_is_line);
}

const struct importer importer_log = {
    .option = "log",
    .doc = "tt-metal: DEBUG_CHECKPOINT, debug_dump_l1; a checkpoint for each",
    .group = IMPORT_TOOLS,
    .bytes_max = 256 << 20,
    .is = ckpt_log_is,
    .read = ckpt_log_read,
};
