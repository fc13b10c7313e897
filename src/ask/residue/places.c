/* SPDX-License-Identifier: Apache-2.0 */
/* Rows for places that were read before they were written: a field, a register, a word, a row of cells, a range of L1
 * each. */
#include "ask/residue/residue_internal.h"

#include "base/search.h"
#include "isa/effects.h"
#include "isa/spaces.h"

enum { GPR_BYTES = 4, STATE_BYTES = 4, LREG_BYTES = 4 * LANES, DST_ROW_BYTES = 2 * DST_COLUMNS };
/* Units whose memory is theirs alone. */
enum {
    TILE_UNITS =
        1 << TT_UNIT_UNPACK0 | 1 << TT_UNIT_UNPACK1 | 1 << TT_UNIT_MATRIX | 1 << TT_UNIT_VECTOR | 1 << TT_UNIT_PACK
};
enum { SRC_ROW_BYTES = 4 * SRC_COLUMNS };

struct places {
    struct residue *residue;
    const struct first_reads *reads;
    const struct chip *chip;
    struct ttcap *capture;
    enum tt_status status;
    struct tt_error *err;
};

static struct residue_row *places_add(struct places *places, const struct residue_row *row)
{
    struct residue *residue = places->residue;
    if (places->status)
        return NULL;
    if (mem_grow(&residue->rows, &residue->capacity, residue->count + 1, sizeof *row)) {
        places->status = tt_fail(places->err, TT_NO_MEMORY, "no memory for what is read");
        return NULL;
    }
    residue->rows[residue->count] = *row;
    residue->rows[residue->count].reach = RESIDUE_NOT_TRIED;
    residue->rows[residue->count].is_read = true;
    return &residue->rows[residue->count++];
}

static const struct first_reader *earlier(const struct first_reader *a, const struct first_reader *b)
{
    return !a || (b && b->seq < a->seq) ? b : a;
}

/* The first to read any of the bytes, and those of them that were read. */
static const struct first_reader *places_reader_of(const struct first_reads *reads, enum tt_space space, uint32_t lo,
                                                   uint32_t hi, uint32_t *from, uint32_t *to)
{
    const struct first_reader *first = NULL;
    for (uint32_t at = lo; at < hi; at++) {
        const struct first_reader *reader = first_reads_of(reads, space, at, UINT8_MAX);
        if (!reader)
            continue;
        *from = first ? *from : at;
        *to = at + 1;
        first = earlier(first, reader);
    }
    return first;
}

/* ---- registers, by the bit ---- */

static uint32_t bits_read(const struct first_reads *reads, enum tt_space space, uint32_t lo, uint32_t width)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < width; i++)
        bits |= (uint32_t)first_reads_bits(reads, space, lo + i) << 8 * i;
    return bits;
}

static const struct first_reader *reader_of_bits(const struct first_reads *reads, const struct residue_range *range)
{
    const struct first_reader *first = NULL;
    for (uint32_t at = range->lo; at < range->hi; at++) {
        const uint8_t bits = (uint8_t)(range->mask >> 8 * (at - range->lo));
        first = earlier(first, bits ? first_reads_of(reads, range->space, at, bits) : NULL);
    }
    return first;
}

/* A word of configuration: name, copy, and the substitute where it exists once. */
struct word {
    enum tt_space space;
    uint32_t number, index, lo, width, twin; /* twin: the other half's byte, or 0 */
    const char *of;
};

static void places_add_field(struct places *places, const struct word *word, enum reg_id field, const char *name,
                             uint32_t mask)
{
    struct residue_row row = {.field = field, .range_count = 1, .has_value = true};
    row.ranges[0] = (struct residue_range){word->space, word->lo, word->lo + word->width, mask};
    const struct first_reader *reader = reader_of_bits(places->reads, &row.ranges[0]);
    if (word->twin) {
        row.ranges[row.range_count++] = (struct residue_range){word->space, word->twin, word->twin + word->width, mask};
        reader = earlier(reader, reader_of_bits(places->reads, &row.ranges[1]));
    }
    if (!reader)
        return;
    row.reader = *reader;
    if (word->twin)
        (void)snprintf(row.name, sizeof row.name, "%s", name);
    else
        (void)snprintf(row.name, sizeof row.name, "%s (%s %u)", name, word->of, (unsigned)word->index);
    (void)places_add(places, &row);
}

/* Each field that was looked at; bits that no field names, together. */
static void places_add_word(struct places *places, const struct word *word)
{
    const enum tt_chip chip = places->chip->id;
    enum reg_id ids[32];
    char name[32];
    uint32_t bits = bits_read(places->reads, word->space, word->lo, word->width);
    const size_t count = reg_fields_of_word(chip, word->space, word->number, ids);
    if (word->twin)
        bits |= bits_read(places->reads, word->space, word->twin, word->width);
    bits &= reg_word_mask(chip, word->space, word->number);
    for (size_t i = 0; i < count && bits; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        const uint32_t mask = reg_field_bits(field);
        if ((bits & mask) && field->is_instantiated) /* a value that is not held cannot be stale */
            places_add_field(places, word, ids[i], field->name, mask);
        bits &= ~mask;
    }
    (void)snprintf(name, sizeof name, "%s word %u", space_name(word->space), (unsigned)word->number);
    if (bits)
        places_add_field(places, word, REG_COUNT, name, bits);
}

static void add_configuration(struct places *places)
{
    const uint32_t words = places->chip->cfg_words, own = places->chip->thread_words;
    for (uint32_t i = 0; i < CFG_STATES * words; i++) {
        const bool is_once = i % words >= places->chip->cfg_global_base;
        if (!is_once || i < words)
            places_add_word(places, &(struct word){TT_SPACE_CFG, i % words, i / words, 4 * i, 4,
                                                   is_once ? 4 * (i + words) : 0, "state"});
    }
    for (uint32_t i = 0; i < THREADS * own; i++)
        places_add_word(places, &(struct word){TT_SPACE_THREAD_CFG, i % own, i / own, 2 * i, 2, 0, "thread"});
}

static void add_scalars(struct places *places)
{
    char name[32];
    for (uint32_t i = 0; i < THREADS * GPRS; i++) {
        const uint32_t bits = bits_read(places->reads, TT_SPACE_GPR, GPR_BYTES * i, GPR_BYTES);
        (void)snprintf(name, sizeof name, "scalar register %u", (unsigned)(i % GPRS));
        if (bits)
            places_add_field(places, &(struct word){TT_SPACE_GPR, 0, i / GPRS, GPR_BYTES * i, GPR_BYTES, 0, "thread"},
                             REG_COUNT, name, bits);
    }
}

/* ---- words of the state, cells ---- */

static void add_state(struct places *places)
{
    for (uint32_t word = 0; word < STATE_WORDS; word++) {
        uint32_t lo = 0, hi = 0;
        const struct first_reader *reader =
            places_reader_of(places->reads, TT_SPACE_STATE, STATE_BYTES * word, STATE_BYTES * (word + 1), &lo, &hi);
        char path[STATE_PATH_MAX];
        struct residue_row row = {.field = REG_COUNT, .range_count = 1, .has_value = true};
        if (!reader)
            continue;
        row.reader = *reader;
        row.ranges[0] =
            (struct residue_range){TT_SPACE_STATE, STATE_BYTES * word, STATE_BYTES * (word + 1), UINT32_MAX};
        (void)state_path(word, path);
        (void)snprintf(row.name, sizeof row.name, "%s", path);
        (void)places_add(places, &row);
    }
}

static void places_add_cells(struct places *places, enum tt_space space, uint32_t lo, uint32_t bytes)
{
    struct residue_row row = {.field = REG_COUNT, .range_count = 1};
    uint32_t from = lo, to = lo;
    const struct first_reader *reader = places_reader_of(places->reads, space, lo, lo + bytes, &from, &to);
    if (!reader)
        return;
    row.reader = *reader;
    row.ranges[0] = (struct residue_range){space, from, to, UINT32_MAX};
    (void)places_add(places, &row);
}

/* The cells of a row of Dst, and the flag that says whether they count. */
static void add_dst_row(struct places *places, uint32_t number)
{
    const uint32_t lo = DST_ROW_BYTES * number, hi = lo + DST_ROW_BYTES;
    struct residue_row row = {.field = REG_COUNT};
    uint32_t from = lo, to = hi;
    const struct first_reader *cells = places_reader_of(places->reads, TT_SPACE_DST, lo, hi, &from, &to);
    const struct first_reader *flag = first_reads_of(places->reads, TT_SPACE_DST_VALID, number, UINT8_MAX);
    if (!cells && !flag)
        return;
    row.reader = *earlier(cells, flag);
    row.ranges[row.range_count++] = (struct residue_range){TT_SPACE_DST, from, to, UINT32_MAX};
    if (flag)
        row.ranges[row.range_count++] = (struct residue_range){TT_SPACE_DST_VALID, number, number + 1, UINT32_MAX};
    (void)places_add(places, &row);
}

static void add_registers(struct places *places)
{
    for (uint32_t i = 0; i < LREGS; i++)
        if (!lreg_is_constant(i))
            places_add_cells(places, TT_SPACE_LREG, LREG_BYTES * i, LREG_BYTES);
    for (uint32_t i = 0; i < DST_ROWS; i++)
        add_dst_row(places, i);
    for (uint32_t i = 0; i < SRC_BANKS * SRC_ROWS; i++)
        places_add_cells(places, TT_SPACE_SRCA, SRC_ROW_BYTES * i, SRC_ROW_BYTES);
    for (uint32_t i = 0; i < SRC_BANKS * SRC_ROWS; i++)
        places_add_cells(places, TT_SPACE_SRCB, SRC_ROW_BYTES * i, SRC_ROW_BYTES);
}

/* ---- L1 ---- */

static bool is_read(const struct places *places, uint32_t at)
{
    return at < places->chip->l1_bytes && first_reads_of(places->reads, TT_SPACE_L1, at, UINT8_MAX);
}

/* A range that was read, cut where the recording begins or ends to hold it at its start. */
static void places_add_range(struct places *places, uint32_t lo, uint32_t hi)
{
    uint8_t bytes[KNOWN_CHUNK], known[KNOWN_CHUNK];
    for (uint32_t at = lo; at < hi && !places->status; at += KNOWN_CHUNK) {
        const uint32_t count = hi - at < KNOWN_CHUNK ? hi - at : KNOWN_CHUNK;
        places->status = ttcap_read(places->capture, 0, TT_SPACE_L1, at, count, bytes, known, places->err);
        for (uint32_t i = 0, end; i < count && !places->status; i = end) {
            const bool is_given = known[i] == UINT8_MAX;
            for (end = i + 1; end < count && (known[end] == UINT8_MAX) == is_given;)
                end++;
            struct residue_row *last =
                places->residue->count ? &places->residue->rows[places->residue->count - 1] : NULL;
            if (last && last->ranges[0].space == TT_SPACE_L1 && last->ranges[0].hi == at + i &&
                last->is_given == is_given) {
                last->ranges[0].hi = at + end;
                continue;
            }
            places_add_cells(places, TT_SPACE_L1, at + i, end - i);
            if (!places->status)
                places->residue->rows[places->residue->count - 1].is_given = is_given;
        }
    }
}

static void add_l1(struct places *places)
{
    for (uint32_t lo = 0, hi; lo < places->chip->l1_bytes && !places->status; lo = hi) {
        for (hi = lo; is_read(places, hi);)
            hi++;
        if (hi == lo)
            hi++;
        else
            places_add_range(places, lo, hi);
    }
}

/* ---- */

static void name_row(struct residue_row *row)
{
    const struct residue_range *range = &row->ranges[0];
    const uint32_t lo = range->lo;
    const char *name = NULL;
    uint32_t first = 0, last = 0, bank = 0;
    switch ((unsigned)range->space) {
    case TT_SPACE_L1:
        (void)snprintf(row->name, sizeof row->name, "L1 0x%x-0x%x", (unsigned)lo, (unsigned)range->hi);
        return;
    case TT_SPACE_LREG:
        (void)snprintf(row->name, sizeof row->name, "LReg %u", (unsigned)(lo / LREG_BYTES));
        return;
    case TT_SPACE_DST:
        (void)snprintf(row->name, sizeof row->name, "Dst rows %u-%u", (unsigned)(lo / DST_ROW_BYTES),
                       (unsigned)((range->hi - 1) / DST_ROW_BYTES));
        return;
    case TT_SPACE_SRCA:
    case TT_SPACE_SRCB:
        name = range->space == TT_SPACE_SRCA ? "SrcA" : "SrcB";
        first = lo / SRC_ROW_BYTES;
        last = (range->hi - 1) / SRC_ROW_BYTES;
        bank = first / SRC_ROWS;
        (void)snprintf(row->name, sizeof row->name, "%s bank %u rows %u-%u", name, (unsigned)bank,
                       (unsigned)(first % SRC_ROWS), (unsigned)(last % SRC_ROWS));
        return;
    case TT_SPACE_STATE:
        if (range->hi - lo > STATE_BYTES)
            (void)snprintf(row->name, sizeof row->name, "prng.%u-%u", (unsigned)(lo / STATE_BYTES - STATE_PRNG),
                           (unsigned)(range->hi / STATE_BYTES - 1 - STATE_PRNG));
        return;
    default:
        return;
    }
}

enum tt_status places_find(struct residue *residue, const struct first_reads *reads, struct ttcap *capture,
                           struct tt_error *err)
{
    struct places places = {residue, reads, chip_get(residue->chip), capture, TT_OK, err};
    add_configuration(&places);
    add_scalars(&places);
    add_state(&places);
    add_registers(&places);
    add_l1(&places);
    for (size_t i = 0; i < residue->count; i++)
        name_row(&residue->rows[i]);
    return places.status;
}

/* Of internal state that few words read, what their rows in schemas/isa call it; else the unit's first word stands for
 * the reader. */
static const struct first_reader *reader_of_internal(const struct first_reads *reads, const struct isa_internal *row)
{
    static const struct {
        const char *name;
        unsigned what;
    } outside[] = {{"vector.templates", WHAT_MACROS},
                   {"vector.sequence", WHAT_MACROS},
                   {"vector.misc", WHAT_MACROS},
                   {"vector.sp", WHAT_STACK_POINTER}};
    const uint32_t by = isa_whats[row->what].producers;
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++)
        if (strcmp(row->name, outside[i].name) == 0)
            return first_reads_of_outside(reads, outside[i].what);
    return by != PRODUCED_BY_NOBODY && (by & TILE_UNITS) ? first_reads_of_units(reads, by) : NULL;
}

static void places_add_unread(struct places *places, const struct residue_range *range, const char *name,
                              const struct first_reader *reader)
{
    struct residue_row row = {.field = REG_COUNT, .range_count = 1, .has_value = range->hi - range->lo == STATE_BYTES};
    row.ranges[0] = *range;
    if (!reader)
        return;
    row.reader = *reader;
    (void)snprintf(row.name, sizeof row.name, "%s", name);
    struct residue_row *added = places_add(places, &row);
    if (!added)
        return;
    added->is_read = false;
    added->reach = places->residue->from ? RESIDUE_NOT_TRIED : RESIDUE_NO_VALUE;
}

static bool has_row(const struct residue *residue, uint32_t word)
{
    return ANY(i, residue->count,
               residue->rows[i].ranges[0].space == TT_SPACE_STATE &&
                   residue->rows[i].ranges[0].lo == STATE_BYTES * word);
}

enum tt_status places_find_unread(struct residue *residue, const struct first_reads *reads, struct tt_error *err)
{
    const struct first_reader frontend = {.seq = residue->from, .unit = TT_UNIT_FRONTEND};
    struct places places = {residue, reads, chip_get(residue->chip), NULL, TT_OK, err};
    for (uint32_t word = 0; word < STATE_WORDS; word++) {
        const struct residue_range range = {TT_SPACE_STATE, STATE_BYTES * word, STATE_BYTES * (word + 1), UINT32_MAX};
        char path[STATE_PATH_MAX];
        (void)state_path(word, path);
        const struct first_reader *reader = first_reads_of_units(reads, isa_whats[what_of_state(word)].producers);
        if (!has_row(residue, word)) /* before any word it is the expanders' or the gate's */
            places_add_unread(&places, &range, path, reader ? reader : &frontend);
    }
    for (uint32_t word = STATE_INTERNAL; word < STATE_ALL_WORDS; word++) {
        const struct isa_internal *internal = internal_of(word);
        if (!internal)
            continue;
        const struct residue_range range = {TT_SPACE_STATE, STATE_BYTES * word, STATE_BYTES * (word + internal->words),
                                            UINT32_MAX};
        places_add_unread(&places, &range, internal->name, reader_of_internal(reads, internal));
        word += internal->words - 1U;
    }
    return places.status;
}

/* ---- neighbours ---- */

/* Random numbers by lane: each lane has its own. */
static bool is_lanes(const struct residue_row *row)
{
    return row->ranges[0].space == TT_SPACE_STATE && !residue_is_internal(row) &&
           what_of_state(row->ranges[0].lo / STATE_BYTES) == WHAT_PRNG;
}

static bool is_rows(enum tt_space space)
{
    return space == TT_SPACE_DST || space == TT_SPACE_SRCA || space == TT_SPACE_SRCB;
}

static uint32_t places_row_bytes(enum tt_space space)
{
    return space == TT_SPACE_DST ? DST_ROW_BYTES : is_rows(space) ? SRC_ROW_BYTES : STATE_BYTES;
}

/* The row behind it, also where not all of its columns were read. */
static bool places_is_next(const struct residue_row *a, const struct residue_row *b)
{
    const struct residue_range *x = &a->ranges[0], *y = &b->ranges[0];
    const uint32_t bytes = places_row_bytes(x->space);
    const bool is_one_bank =
        !is_rows(x->space) || x->space == TT_SPACE_DST || x->lo / bytes / SRC_ROWS == y->lo / bytes / SRC_ROWS;
    return (is_rows(x->space) || (is_lanes(a) && is_lanes(b))) && x->space == y->space &&
           (x->hi - 1) / bytes + 1 == y->lo / bytes && is_one_bank && a->reach == b->reach &&
           a->is_together == b->is_together && a->range_count == b->range_count && a->reader.word == b->reader.word &&
           a->reader.unit == b->reader.unit && a->reader.thread == b->reader.thread;
}

void places_merge(struct residue *residue)
{
    size_t left = 0;
    for (size_t i = 0; i < residue->count; i++) {
        struct residue_row *row = &residue->rows[i], *last = left ? &residue->rows[left - 1] : NULL;
        if (last && places_is_next(last, row)) {
            for (unsigned r = 0; r < last->range_count; r++)
                last->ranges[r].hi = row->ranges[r].hi;
            if (row->reader.seq < last->reader.seq)
                last->reader = row->reader;
            last->has_value = false;
            name_row(last);
            continue;
        }
        residue->rows[left++] = *row;
    }
    residue->count = left;
}
