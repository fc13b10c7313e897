/* SPDX-License-Identifier: Apache-2.0 */
/* The one place where configuration, scalar registers and L1 are written, and where a probe gets these writes. */
#include "base/little.h"
#include "isa/evidence.h"
#include "isa/spaces.h"
#include "isa/unit_fields.h"
#include "numeric/dst_rows.h"
#include "tile/config/config.h"
#include "tile/tile_internal.h"

#include "cfg_findings.h"
#include "dst_findings.h"
#include "l1_findings.h"
#include "thread_findings.h"

void tile_report_control(const struct tile *tile, enum control_kind kind, enum tt_space space, uint32_t lo, uint32_t hi,
                         uint32_t mask)
{
    const struct probe_control control = {kind, space, lo, hi, mask, 0};
    tile->probe->control(tile->probe->user, &control);
}

void tile_report_row(const struct tile *tile, uint32_t row, bool is_wide)
{
    const enum control_kind kind = tile->state.dst_valid[row] ? CONTROL_FULL : CONTROL_EMPTY;
    for (uint32_t half = 0; half < (is_wide ? 2 : 1); half++) {
        const uint32_t lo = (row + half * DST_LOW_HALF) * DST_ROW_BYTES;
        const struct probe_control control = {kind, TT_SPACE_DST, lo, lo + DST_ROW_BYTES, UINT32_MAX, row};
        tile->probe->control(tile->probe->user, &control);
    }
}

static uint32_t bits_at(const struct reg_field *field)
{
    return (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
}

static void report_setting(const struct tile *tile, enum control_kind kind, const struct reg_field *field,
                           uint32_t bits, uint32_t index)
{
    const bool is_own = field->space == TT_SPACE_THREAD_CFG;
    const uint32_t words = is_own ? tile->chip->thread_words : tile->chip->cfg_words, bytes = is_own ? 2 : 4;
    const uint32_t lo = bytes * (index * words + field->word);
    tile_report_control(tile, kind, field->space, lo, lo + bytes, bits);
}

static uint32_t state_number(const struct tile *tile, const uint32_t *state)
{
    return (uint32_t)(state - tile->state.cfg[0]) / CFG_WORDS_MAX;
}

/* For tests: tile_watch_fields(). */
static void watch(const struct tile *tile, enum tt_unit unit, enum reg_id id)
{
    if (tile->fields_read)
        tile->fields_read[id] |= (uint16_t)(1u << unit);
}

static void report_field(const struct tile *tile, enum reg_id id, uint32_t index)
{
    const struct reg_field *field = reg_field_get(tile->chip->id, id);
    report_setting(tile, CONTROL_READS, field, bits_at(field), index);
}

/* A field is looked at, of configuration state or thread `index`. Units decode all their settings at once. */
static void report_seen(const struct tile *tile, enum tt_unit unit, enum reg_id id, uint32_t index)
{
    const struct isa_insn *row = tile->at_work.row;
    watch(tile, unit, id);
    if (tile_probed(tile, PROBE_SETTINGS) &&
        (!row || word_depends_on(tile->chip->id, row, tile->at_work.word, unit, id)))
        report_field(tile, id, index);
}

static inline void saw(const struct tile *tile, enum tt_unit unit, enum reg_id id, uint32_t index)
{
    if (tile->fields_read || tile_probed(tile, PROBE_SETTINGS))
        report_seen(tile, unit, id, index);
}

/* Sections of address modifiers are decoded all at once; which counts, only the instruction says. */
static bool is_reported_at_use(enum cfg_reader reader)
{
    return reader == CFG_READ_BY_MATRIX_THREAD || reader == CFG_READ_BY_PACK_THREAD;
}

void cfg_report_step(const struct tile *tile, unsigned thread, enum reg_id id)
{
    const struct reg_field *field = reg_field_get(tile->chip->id, id);
    if (field->name && field->space == TT_SPACE_THREAD_CFG)
        report_setting(tile, CONTROL_STEPS, field, UINT32_MAX, thread);
}

uint32_t cfg_field(const struct tile *tile, enum tt_unit unit, unsigned thread, enum reg_id id)
{
    const struct reg_field *field = reg_field_get(tile->chip->id, id);
    if (!field->name)
        return 0;
    saw(tile, unit, id, field->space == TT_SPACE_THREAD_CFG ? thread : cfg_state_of(tile, thread));
    if (field->space == TT_SPACE_THREAD_CFG)
        return reg_value_thread(tile->chip->id, id, tile->state.thread_cfg[thread]);
    return reg_value_cfg(tile->chip->id, id, tile->state.cfg[cfg_state_of(tile, thread)]);
}

static uint32_t access_bits_of(const struct reg_field *field, uint32_t word)
{
    return word >> field->shift & (uint32_t)((UINT64_C(1) << field->bits) - 1);
}

static uint32_t decode_word(struct tile *tile, enum cfg_reader reader, const uint32_t *state, uint32_t word)
{
    tile->cfg_readers[word] |= (uint8_t)(1u << reader);
    return state[word];
}

uint32_t cfg_decode_word(struct tile *tile, enum tt_unit unit, enum cfg_reader reader, const uint32_t *state,
                         enum reg_id id)
{
    const uint32_t word = (uint32_t)(cfg_cells(tile, unit, state, id, 1) - state);
    return decode_word(tile, reader, state, word);
}

const uint32_t *cfg_cells(const struct tile *tile, enum tt_unit unit, const uint32_t *state, enum reg_id first,
                          uint32_t words)
{
    const uint32_t at = reg_field_get(tile->chip->id, first)->word;
    const bool is_watched = tile->fields_read || tile_probed(tile, PROBE_SETTINGS);
    for (uint32_t word = at; is_watched && word < at + words; word++) {
        enum reg_id ids[32];
        const size_t count = reg_fields_of_word(tile->chip->id, TT_SPACE_CFG, word, ids);
        for (size_t i = 0; i < count; i++)
            saw(tile, unit, ids[i], state_number(tile, state));
    }
    return &state[at];
}

const uint32_t *cfg_cell(const struct tile *tile, enum tt_unit unit, const uint32_t *state, enum reg_id id)
{
    const struct reg_field *field = reg_field_get(tile->chip->id, id);
    assert(field->space == TT_SPACE_CFG && field->shift == 0);
    saw(tile, unit, id, state_number(tile, state));
    return &state[field->word];
}

const uint16_t *cfg_thread_cell(const struct tile *tile, enum tt_unit unit, unsigned thread, enum reg_id id)
{
    const struct reg_field *field = reg_field_get(tile->chip->id, id);
    assert(field->space == TT_SPACE_THREAD_CFG && field->shift == 0);
    saw(tile, unit, id, thread);
    return &tile->state.thread_cfg[thread][field->word];
}

uint32_t cfg_decode_of(struct tile *tile, enum tt_unit unit, enum cfg_reader reader, const uint32_t *state,
                       enum reg_id id)
{
    const struct reg_field *field = reg_field_get(tile->chip->id, id);
    if (!field->name || field->space != TT_SPACE_CFG)
        return 0;
    saw(tile, unit, id, state_number(tile, state));
    return access_bits_of(field, decode_word(tile, reader, state, field->word));
}

static uint32_t decode_thread_word(struct tile *tile, enum cfg_reader reader, unsigned thread, uint32_t word)
{
    tile->thread_cfg_readers[word] |= (uint8_t)(1u << reader);
    return tile->state.thread_cfg[thread][word];
}

static inline uint32_t access_decode(struct tile *tile, enum cfg_reader reader, unsigned thread,
                                     const struct reg_field *field)
{
    if (!field->name)
        return 0;
    if (field->space == TT_SPACE_THREAD_CFG)
        return access_bits_of(field, decode_thread_word(tile, reader, thread, field->word));
    const unsigned state = decode_thread_word(tile, reader, thread, 0) & 1; /* cfg_state_of() */
    return access_bits_of(field, decode_word(tile, reader, tile->state.cfg[state], field->word));
}

uint32_t cfg_decode_unseen(struct tile *tile, enum cfg_reader reader, unsigned thread, enum reg_id id)
{
    return access_decode(tile, reader, thread, reg_field_get(tile->chip->id, id));
}

uint32_t cfg_decode(struct tile *tile, enum tt_unit unit, enum cfg_reader reader, unsigned thread, enum reg_id id)
{
    const struct reg_field *field = reg_field_get(tile->chip->id, id);
    if (!field->name)
        return 0;
    if (field->space == TT_SPACE_CFG)
        saw(tile, unit, id, cfg_state_of(tile, thread));
    else if (is_reported_at_use(reader))
        watch(tile, unit, id);
    else
        saw(tile, unit, id, thread);
    return access_decode(tile, reader, thread, field);
}

void tile_watch_fields(struct tile *tile, uint16_t *fields)
{
    tile->fields_read = fields;
}

void tile_lose_low_half(struct tile *tile, enum tt_unit unit, uint32_t upper_row)
{
    const uint32_t lo = (upper_row + DST_LOW_HALF) * DST_ROW_BYTES, hi = lo + DST_ROW_BYTES;
    struct tile_range *lost = &tile->unknown_write;
    if (lost->lo == lost->hi) {
        *lost = (struct tile_range){TT_SPACE_DST, lo, hi};
        tile_finding(tile, FINDING_DST_LOW_HALF_UNKNOWN, unit, 0, "from row %u of Dst on",
                     (unsigned)upper_row + DST_LOW_HALF);
        return;
    }
    lost->lo = lo < lost->lo ? lo : lost->lo;
    lost->hi = hi > lost->hi ? hi : lost->hi;
}

bool tile_row_is_lost(const struct tile *tile, uint32_t row)
{
    return tile_narrow_is_upper(tile) && row / DST_LOW_HALF % 2;
}

void tile_raise(struct tile *tile, finding_id id, enum tt_unit unit, unsigned instance, const char *format, ...)
{
    char detail[256];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    const struct fact *fact = evidence_of_finding(id);
    const bool says_nothing = evidence_covers(tile->setting, fact) || evidence_is_replaced(&tile->variants, fact);
    const struct probe_finding finding = {id, unit, (uint8_t)instance, detail, says_nothing ? NULL : fact};
    tile->probe->finding(tile->probe->user, &finding);
}

/* The reads of the scalar unit. */
static void report_scalar_read(const struct tile *tile, enum tt_space space, uint32_t lo, uint32_t hi)
{
    if (space == TT_SPACE_GPR)
        tile_report_words(tile, TT_UNIT_SCALAR, STAGE_OPERANDS, &tile->state.gpr[lo / 4 / GPRS][lo / 4 % GPRS], 1);
    else if (space == TT_SPACE_L1)
        tile_report_bytes(tile, TT_UNIT_SCALAR, STAGE_OPERANDS, &tile->state.l1[lo], hi - lo);
}

void tile_report_read(struct tile *tile, enum tt_space space, enum tt_unit unit, unsigned instance, uint32_t lo,
                      uint32_t hi)
{
    const struct probe_access access = {
        .space = space, .unit = unit, .instance = (uint8_t)instance, .lo = lo, .hi = hi};
    tile->probe->access(tile->probe->user, &access);
    if (unit == TT_UNIT_SCALAR && tile_probed(tile, PROBE_WORDS))
        report_scalar_read(tile, space, lo, hi);
}

void tile_report_place(struct tile *tile, enum tt_space space, enum tt_unit unit, unsigned instance, uint32_t lo,
                       uint32_t hi)
{
    const struct probe_access access = {
        .space = space, .unit = unit, .instance = (uint8_t)instance, .is_write = true, .lo = lo, .hi = hi};
    tile->probe->access(tile->probe->user, &access);
}

void tile_report_dst_read(struct tile *tile, enum tt_unit unit, unsigned instance, uint32_t row, uint32_t rows,
                          bool is_wide)
{
    for (uint32_t at = row; at <= row + (is_wide ? DST_LOW_HALF : 0); at += DST_LOW_HALF)
        tile_report_read(tile, TT_SPACE_DST, unit, instance, at * DST_ROW_BYTES, (at + rows) * DST_ROW_BYTES);
}

void tile_report_dst_place(struct tile *tile, enum tt_unit unit, uint32_t row, uint32_t rows, bool is_wide)
{
    for (uint32_t at = row; at <= row + (is_wide ? DST_LOW_HALF : 0); at += DST_LOW_HALF)
        tile_report_place(tile, TT_SPACE_DST, unit, 0, at * DST_ROW_BYTES, (at + rows) * DST_ROW_BYTES);
}

void tile_dst_wrote(struct tile *tile, uint32_t row, uint32_t rows, bool is_wide)
{
    uint8_t *width = &tile->state.matrix.dst_width[row];
    memset(width, is_wide ? DST_WIDTH_UPPER : DST_WIDTH_16, rows);
    if (is_wide)
        memset(width + DST_LOW_HALF, DST_WIDTH_LOWER, rows);
}

void tile_dst_mixes(struct tile *tile, enum tt_unit unit, uint32_t row, uint32_t rows, bool is_wide)
{
    if (!is_wide && tile_narrow_is_upper(tile))
        return;
    for (uint32_t at = row; at < row + rows; at++) {
        const uint8_t *width = &tile->state.matrix.dst_width[at];
        const bool is_mixed =
            is_wide ? *width == DST_WIDTH_16 || width[DST_LOW_HALF] == DST_WIDTH_16 : *width >= DST_WIDTH_UPPER;
        if (!is_mixed || !tile->state.dst_valid[at])
            continue;
        tile_finding(tile, FINDING_DST_WIDTHS_MIXED, unit, 0, "row %u of Dst is read in %u bits, written last in %u",
                     (unsigned)at, is_wide ? 32 : 16, is_wide ? 16 : 32);
        return;
    }
}

void tile_make_row_valid(struct tile *tile, enum tt_unit unit, uint32_t row)
{
    static const uint8_t one = 1;
    tile_saw_control(tile, CONTROL_SETS, TT_SPACE_DST_VALID, row, row + 1);
    if (tile->state.dst_valid[row] == one)
        return;
    tile_saw_write(tile, TT_SPACE_DST_VALID, unit, row, row + 1, &tile->state.dst_valid[row], &one);
    tile->state.dst_valid[row] = one;
}

static void saw_images(struct tile *tile, enum tt_space space, enum tt_unit unit, uint32_t lo, uint32_t hi,
                       const uint8_t *before, const uint8_t *after)
{
    const struct probe_access access = {
        .space = space, .unit = unit, .is_write = true, .lo = lo, .hi = hi, .before = before, .after = after};
    tile->probe->access(tile->probe->user, &access);
}

/* On a big-endian host numbers are turned into images first. */
static void saw_numbers(struct tile *tile, enum tt_space space, enum tt_unit unit, uint32_t lo, uint32_t hi,
                        const void *before, const void *after)
{
    uint8_t image_before[TILE_SAW_BYTES_MAX], image_after[TILE_SAW_BYTES_MAX];
    const uint32_t width = space_element_bytes(space);
    assert(hi - lo <= TILE_SAW_BYTES_MAX);
    copy_numbers(image_before, before, (hi - lo) / width, width);
    copy_numbers(image_after, after, (hi - lo) / width, width);
    saw_images(tile, space, unit, lo, hi, image_before, image_after);
}

void tile_report_write(struct tile *tile, enum tt_space space, enum tt_unit unit, uint32_t lo, uint32_t hi,
                       const void *before, const void *after)
{
    if (HOST_IS_BIG_ENDIAN)
        saw_numbers(tile, space, unit, lo, hi, before, after);
    else
        saw_images(tile, space, unit, lo, hi, before, after);
    if (unit == TT_UNIT_SCALAR && tile_probed(tile, PROBE_WORDS)) /* elements of all that it writes are words */
        tile_report_words(tile, unit, STAGE_WORD_RESULT, after, (hi - lo) / 4);
}

void tile_report_series(struct tile *tile, struct probe_series *series, const void *before, const void *after)
{
    uint8_t image_before[TILE_SERIES_BYTES_MAX], image_after[TILE_SERIES_BYTES_MAX];
    const uint32_t bytes = series->count * (series->one.hi - series->one.lo);
    const uint32_t width = space_element_bytes(series->one.space);
    series->one.is_write = before != NULL;
    series->one.before = before;
    series->one.after = after;
    if (HOST_IS_BIG_ENDIAN && before) {
        assert(bytes <= TILE_SERIES_BYTES_MAX);
        copy_numbers(image_before, before, bytes / width, width);
        copy_numbers(image_after, after, bytes / width, width);
        series->one.before = image_before;
        series->one.after = image_after;
    }
    probe_pass_series(tile->probe, series);
}

void tile_report_word(struct tile *tile, enum tt_space space, enum tt_unit unit, uint32_t lo, uint32_t before,
                      uint32_t after)
{
    tile_report_write(tile, space, unit, lo, lo + 4, &before, &after);
}

static void saw_l1_write(struct tile *tile, const struct l1_writer *who, uint32_t addr, const uint8_t *bytes,
                         uint32_t count)
{
    const struct probe_access access = {
        .space = TT_SPACE_L1,
        .unit = who->unit,
        .instance = (uint8_t)who->instance,
        .stream = who->stream,
        .is_write = true,
        .lo = addr,
        .hi = addr + count,
        .before = &tile->state.l1[addr],
        .after = bytes,
        .tile = who->tile,
        .first_datum = who->first_datum,
    };
    tile->probe->access(tile->probe->user, &access);
    if (who->unit == TT_UNIT_SCALAR && tile_probed(tile, PROBE_WORDS))
        tile_report_bytes(tile, who->unit, STAGE_WORD_RESULT, bytes, count);
}

void tile_read_l1(struct tile *tile, enum tt_unit unit, uint32_t addr, uint8_t *bytes, uint32_t count)
{
    const uint32_t size = tile->chip->l1_bytes;
    const uint32_t within = addr >= size ? 0 : (count < size - addr ? count : size - addr);
    if (within < count)
        tile_finding(tile, FINDING_L1_OUT_OF_RANGE, unit, 0,
                     "%u bytes at %#x do not lie within the %u bytes of L1; what lies beyond reads 0", (unsigned)count,
                     (unsigned)addr, (unsigned)size);
    memset(bytes, 0, count);
    if (within == 0)
        return;
    tile_saw_read(tile, TT_SPACE_L1, unit, 0, addr, addr + within);
    memcpy(bytes, &tile->state.l1[addr], within);
}

void tile_write_l1(struct tile *tile, const struct l1_writer *who, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    const uint32_t size = tile->chip->l1_bytes;
    if (addr >= size || count > size - addr) {
        tile_finding(tile, FINDING_L1_OUT_OF_RANGE, who->unit, who->instance,
                     "%u bytes at %#x do not lie within the %u bytes of L1; what lies beyond is dropped",
                     (unsigned)count, (unsigned)addr, (unsigned)size);
        if (addr >= size)
            return;
        count = size - addr;
    }
    if (count == 0)
        return;
    if (tile_places_probed(tile))
        saw_l1_write(tile, who, addr, bytes, count);
    tile_l1_written(tile, addr, count);
    memcpy(&tile->state.l1[addr], bytes, count);
}

uint32_t tile_load_word(struct tile *tile, enum tt_unit unit, uint32_t addr)
{
    uint8_t bytes[4];
    tile_read_l1(tile, unit, addr, bytes, sizeof bytes);
    return load_u32(bytes);
}

void tile_store_word(struct tile *tile, enum tt_unit unit, uint32_t addr, uint32_t value)
{
    const struct l1_writer who = {.unit = unit};
    uint8_t bytes[4];
    store_u32(bytes, value);
    tile_write_l1(tile, &who, addr, bytes, sizeof bytes);
}

static inline void put_cfg(struct tile *tile, enum tt_unit unit, unsigned state, uint32_t word, uint32_t value)
{
    uint32_t *cell = &tile->state.cfg[state][word];
    if (tile_places_probed(tile))
        tile_report_word(tile, TT_SPACE_CFG, unit, 4 * (state * tile->chip->cfg_words + word), *cell, value);
    if (*cell == value)
        return;
    const bool is_twin = state && word >= tile->chip->cfg_global_base; /* of state 0, which said so */
    if (((*cell ^ value) & tile->cfg_unread[word]) && tile_probed(tile, PROBE_FINDING) && !is_twin)
        tile_report_unread(tile, unit, TT_SPACE_CFG, word, *cell, value);
    *cell = value;
    tile_make_stale(tile, tile->cfg_readers[word]);
}

void tile_put_cfg(struct tile *tile, enum tt_unit unit, unsigned state, uint32_t word, uint32_t value)
{
    put_cfg(tile, unit, state, word, value);
}

/* bits: what is written of a word, some of which does not exist or is not instantiated. */
static void warn_of_bits(struct tile *tile, enum tt_unit unit, uint32_t word, uint32_t bits)
{
    const uint32_t exists = tile->cfg_mask[word], suspect = tile->cfg_not_instantiated[word] & bits;
    if (suspect)
        tile_finding(tile, FINDING_CFG_WORD_NOT_INSTANTIATED, unit, 0,
                     "configuration word %u takes bits %08X that silicon is said not to hold", (unsigned)word,
                     (unsigned)suspect);
    if (bits & ~exists)
        tile_finding(tile, FINDING_CFG_BITS_DO_NOT_EXIST, unit, 0, "configuration word %u has no bits %08X",
                     (unsigned)word, (unsigned)(bits & ~exists));
}

bool tile_cfg_is_plain(const struct tile *tile, uint32_t word)
{
    return word < tile->chip->cfg_global_base && tile->cfg_mask[word] && !tile->cfg_not_instantiated[word] &&
           word != tile->cfg_effects.seed && word != tile->cfg_effects.state_reset;
}

/* Of words that exist once, have bits that silicon may not hold, or set something off. */
static __attribute__((noinline)) void write_special(struct tile *tile, enum tt_unit unit, unsigned state, uint32_t word,
                                                    uint32_t value, uint32_t mask)
{
    if (word >= tile->chip->cfg_words || tile->cfg_mask[word] == 0) {
        /* Zeros to the gaps in a 128-bit write are no news. */
        if (word >= tile->chip->cfg_words || (value & mask))
            tile_finding(tile, FINDING_CFG_WORD_DOES_NOT_EXIST, unit, 0, "configuration word %u does not exist on %s",
                         (unsigned)word, tile->chip->name);
        return;
    }
    uint32_t exists = tile->cfg_mask[word];
    if (value & mask & (~exists | tile->cfg_not_instantiated[word]))
        warn_of_bits(tile, unit, word, value & mask);
    if (tile_variant(tile, VARIANT_CFG_NOT_INSTANTIATED) != CFG_NOT_INSTANTIATED_HELD)
        exists &= ~tile->cfg_not_instantiated[word];
    const uint32_t old = tile->state.cfg[state][word];
    const uint32_t merged = ((old & ~mask) | (value & mask)) & exists;
    if (word < tile->chip->cfg_global_base) {
        put_cfg(tile, unit, state, word, merged);
    } else {
        put_cfg(tile, unit, 0, word, merged);
        put_cfg(tile, unit, 1, word, merged);
    }
    if (word == tile->cfg_effects.seed || word == tile->cfg_effects.state_reset)
        config_word_written(tile, unit, state, word, mask == UINT32_MAX);
}

/* A word that exists once is written in both halves. */
static void report_retained(const struct tile *tile, unsigned state, uint32_t word, uint32_t retained)
{
    const bool is_once = word >= tile->chip->cfg_global_base;
    for (unsigned s = 0; s < CFG_STATES; s++) {
        const uint32_t lo = 4 * (s * tile->chip->cfg_words + word);
        if (is_once || s == state)
            tile_report_control(tile, CONTROL_KEEPS, TT_SPACE_CFG, lo, lo + 4, retained);
    }
}

static void report_change(const struct tile *tile, uint32_t old, uint32_t mask)
{
    tile_stage_word(tile, TT_UNIT_CONFIG, STAGE_OLD, old);
    tile_stage_word(tile, TT_UNIT_CONFIG, STAGE_MASK, mask);
}

void tile_write_any_cfg(struct tile *tile, enum tt_unit unit, unsigned state, uint32_t word, uint32_t value,
                        uint32_t mask)
{
    assert(state < CFG_STATES);
    const bool is_plain = word < CFG_WORDS_MAX && tile->cfg_is_plain[word];
    const bool is_staged = unit == TT_UNIT_CONFIG && word < tile->chip->cfg_words && tile_probed(tile, PROBE_WORDS);
    if (is_staged)
        report_change(tile, tile->state.cfg[state][word], mask);
    if (tile_probed(tile, PROBE_CONTROL) && mask != UINT32_MAX && word < tile->chip->cfg_words)
        report_retained(tile, state, word, ~mask);
    if (is_plain && !(value & mask & ~tile->cfg_mask[word]))
        put_cfg(tile, unit, state, word, (tile->state.cfg[state][word] & ~mask) | (value & mask));
    else
        write_special(tile, unit, state, word, value, mask);
    if (is_staged)
        tile_stage_word(tile, unit, STAGE_NEW, tile->state.cfg[state][word]);
}

static __attribute__((noinline)) void report_thread_word(struct tile *tile, unsigned thread, uint32_t word,
                                                         uint16_t value)
{
    const uint32_t lo = 2 * (thread * tile->chip->thread_words + word);
    tile_report_write(tile, TT_SPACE_THREAD_CFG, TT_UNIT_CONFIG, lo, lo + 2, &tile->state.thread_cfg[thread][word],
                      &value);
}

void tile_write_any_thread_cfg(struct tile *tile, unsigned thread, uint32_t word, uint16_t value)
{
    assert(thread < THREADS);
    if (word >= tile->chip->thread_words) {
        tile_finding(tile, FINDING_THREAD_WORD_DOES_NOT_EXIST, TT_UNIT_CONFIG, 0, "thread word %u does not exist on %s",
                     (unsigned)word, tile->chip->name);
        return;
    }
    uint16_t *cell = &tile->state.thread_cfg[thread][word];
    report_change(tile, *cell, UINT16_MAX);
    tile_stage_word(tile, TT_UNIT_CONFIG, STAGE_NEW, value);
    if (tile_probed(tile, PROBE_ACCESS))
        report_thread_word(tile, thread, word, value);
    if (*cell != value) {
        if (((*cell ^ value) & tile->thread_unread[word]) && tile_probed(tile, PROBE_FINDING))
            tile_report_unread(tile, TT_UNIT_CONFIG, TT_SPACE_THREAD_CFG, word, *cell, value);
        *cell = value;
        tile_make_stale(tile, tile->thread_cfg_readers[word]);
    }
    if (word == tile->cfg_effects.thread_contexts)
        config_thread_contexts_written(tile, thread);
}

uint32_t tile_read_any_cfg(struct tile *tile, enum tt_unit unit, unsigned state, uint32_t word)
{
    if (word >= tile->chip->cfg_words || tile->cfg_mask[word] == 0) {
        tile_finding(tile, FINDING_CFG_WORD_DOES_NOT_EXIST, unit, 0,
                     "configuration word %u does not exist on %s; it reads 0", (unsigned)word, tile->chip->name);
        return 0;
    }
    const uint32_t lo = 4 * (state * tile->chip->cfg_words + word);
    tile_saw_read(tile, TT_SPACE_CFG, unit, 0, lo, lo + 4);
    return tile->state.cfg[state][word];
}
