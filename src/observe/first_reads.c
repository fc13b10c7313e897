/* SPDX-License-Identifier: Apache-2.0 */
/* A cell for each byte, or each bit of registers: its first reader, and whether it was written. Reads of an instruction
 * count as done before its writes. */
#include "observe/first_reads.h"

#include "base/search.h"
#include "isa/effects.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "observe/insn_log.h"

enum { ROW_BYTES = 2 * DST_COLUMNS, BYTE_BITS = 8, WORD_BYTES = 4 };
/* Written by a word of a unit; written by any word or store. */
#define COMPUTED (UINT32_C(1) << 31)
#define WRITTEN (UINT32_C(1) << 30)

struct first_reads {
    enum tt_chip chip;
    uint32_t *cells[TT_SPACE_COUNT]; /* 0, or the number of the reader; WRITTEN */
    uint32_t size[TT_SPACE_COUNT];
    struct first_reader *readers;
    size_t reader_count, reader_capacity;
    struct first_reader now;
    uint64_t begin; /* events before it are not looked at */
    struct first_reader first_of[TT_UNIT_COUNT], outside[WHAT_COUNT - WHAT_OUTSIDE];
    bool has_outside[WHAT_COUNT - WHAT_OUTSIDE];
    uint32_t units;                    /* that had a word: bit a unit */
    size_t now_number;                 /* of `now` among the readers, 0: it has none yet */
    struct insn_log *log;              /* of the instruction at work */
    uint32_t row_mark[DST_ROWS], mark; /* of rows that the instruction at work found empty */
    bool is_in_insn, has_failed;
    struct probe probe;
};

/* Whether a space is followed by the bit. */
static bool first_reads_is_by_bit(enum tt_space space)
{
    return space == TT_SPACE_CFG || space == TT_SPACE_THREAD_CFG || space == TT_SPACE_GPR;
}

/* ---- cells ---- */

static uint32_t reader_number(struct first_reads *reads)
{
    if (reads->now_number)
        return (uint32_t)reads->now_number;
    if (mem_grow(&reads->readers, &reads->reader_capacity, reads->reader_count + 1, sizeof *reads->readers)) {
        reads->has_failed = true;
        return 0;
    }
    reads->readers[reads->reader_count++] = reads->now;
    reads->now_number = reads->reader_count;
    return (uint32_t)reads->now_number;
}

static void touch_cells(struct first_reads *reads, uint32_t *cells, uint32_t count, bool is_write)
{
    const uint32_t written = reads->now.has_word ? WRITTEN | COMPUTED : WRITTEN;
    for (uint32_t i = 0; is_write && i < count; i++)
        cells[i] |= written;
    for (uint32_t i = 0; !is_write && i < count; i++)
        if (!cells[i])
            cells[i] = reader_number(reads);
}

/* mask: of the element that begins at lo, where it is not all ones. */
static void first_reads_touch(struct first_reads *reads, enum tt_space space, uint32_t lo, uint32_t hi, uint32_t mask,
                              bool is_write)
{
    uint32_t *cells = reads->cells[space];
    hi = hi < reads->size[space] ? hi : reads->size[space];
    if (!first_reads_is_by_bit(space)) {
        touch_cells(reads, cells + lo, lo < hi ? hi - lo : 0, is_write);
        return;
    }
    for (uint32_t at = lo; at < hi; at++) {
        uint32_t bits = mask >> BYTE_BITS * ((at - lo) % WORD_BYTES) & UINT8_MAX;
        if (bits == UINT8_MAX)
            touch_cells(reads, &cells[at * BYTE_BITS], BYTE_BITS, is_write);
        for (; bits && bits != UINT8_MAX; bits &= bits - 1)
            touch_cells(reads, &cells[at * BYTE_BITS + (unsigned)__builtin_ctz(bits)], 1, is_write);
    }
}

/* ---- the small state ---- */

/* Whether the effect names a word of its group [from, end): of a thread's share, of a semaphore, of a mutex. */
static bool first_reads_is_named(const struct first_reads *reads, const struct isa_effect *effect, uint32_t word,
                                 uint32_t from, uint32_t end)
{
    enum { SEMAPHORE_WORDS = 2 };
    const uint32_t which = effect_field(effect, reads->now.word);
    if (effect->extent == EXTENT_THREAD && reads->now.thread < THREADS) {
        const uint32_t share = (end - from) / THREADS, first = from + reads->now.thread * share;
        return word >= first && word < first + share;
    }
    if (effect->what == WHAT_SEM && effect->field_mask)
        return which >> (word - from) / SEMAPHORE_WORDS & 1;
    if (effect->what == WHAT_MUTEX && effect->field_mask)
        return word - from == which;
    return true;
}

static void first_reads_read_group(struct first_reads *reads, const struct isa_effect *effect)
{
    unsigned count;
    const struct isa_state_run *runs = what_runs(effect->what, &count);
    for (unsigned i = 0; i < count; i++)
        for (uint32_t word = runs[i].first; word < runs[i].end; word++)
            if (first_reads_is_named(reads, effect, word, runs[i].first, runs[i].end))
                first_reads_touch(reads, TT_SPACE_STATE, WORD_BYTES * word, WORD_BYTES * (word + 1), UINT32_MAX, false);
}

static void read_outside(struct first_reads *reads, unsigned what)
{
    if (!reads->has_outside[what - WHAT_OUTSIDE])
        reads->outside[what - WHAT_OUTSIDE] = reads->now;
    reads->has_outside[what - WHAT_OUTSIDE] = true;
}

/* The conditions of a wait name the banks that it waits for; a word behind the gate waits for them, too. */
static void read_state(struct first_reads *reads)
{
    const struct isa_insn *insn = reads->log->insn.row;
    for (unsigned i = 0; insn && i < insn->read_count; i++) {
        const struct isa_effect *effect = &insn->reads[i];
        if (effect->what <= TT_SPACE_STATE || effect->extent == EXTENT_GATE || !effect_holds(effect, reads->now.word))
            continue;
        if (effect->what < WHAT_OUTSIDE)
            first_reads_read_group(reads, effect);
        else
            read_outside(reads, effect->what);
    }
}

/* ---- an instruction ---- */

/* Rows of Dst, but for those that a flag marks as empty: they read as zero whatever their cells hold. */
static void first_reads_read_rows(struct first_reads *reads, uint32_t lo, uint32_t hi)
{
    for (uint32_t at = lo, end; at < hi; at = end) {
        const uint32_t row = at / ROW_BYTES;
        end = (row + 1) * ROW_BYTES < hi ? (row + 1) * ROW_BYTES : hi;
        if (row < DST_ROWS && reads->row_mark[row] != reads->mark)
            first_reads_touch(reads, TT_SPACE_DST, at, end, UINT32_MAX, false);
    }
}

/* Bits of the word at lo that stay as they were; of a space that is followed by the byte none. */
static uint32_t first_reads_staying(const struct first_reads *reads, enum tt_space space, uint32_t lo)
{
    const struct probe_control *control = first_reads_is_by_bit(space) ? insn_log_keeps(reads->log, space, lo) : NULL;
    return control ? control->mask : 0;
}

static void apply_read(struct first_reads *reads, enum tt_space space, uint32_t lo, uint32_t hi, uint32_t mask)
{
    if (space == TT_SPACE_DST)
        first_reads_read_rows(reads, lo, hi);
    else if (!first_reads_staying(reads, space, lo))
        first_reads_touch(reads, space, lo, hi, mask, false);
}

static void apply_write(struct first_reads *reads, enum tt_space space, uint32_t lo, uint32_t hi)
{
    first_reads_touch(reads, space, lo, hi, ~first_reads_staying(reads, space, lo), true);
}

/* A word that uses or writes the configuration also reads the bit that selects the thread's copy of it (F25). */
static void read_chosen_state(struct first_reads *reads)
{
    const uint32_t lo = 2 * reads->now.thread * chip_get(reads->chip)->thread_words;
    if (reads->now.has_word && reads->now.thread < THREADS)
        apply_read(reads, TT_SPACE_THREAD_CFG, lo, lo + 2, 1);
}

static void read_control(struct first_reads *reads, const struct probe_control *control)
{
    switch (control->kind) {
    case CONTROL_READS:
        if (control->space == TT_SPACE_CFG)
            read_chosen_state(reads);
        apply_read(reads, control->space, control->lo, control->hi, control->mask);
        break;
    case CONTROL_STEPS:
        apply_read(reads, control->space, control->lo, control->hi, control->mask);
        break;
    case CONTROL_FULL:
    case CONTROL_EMPTY:
        apply_read(reads, TT_SPACE_DST_VALID, control->flag, control->flag + 1, UINT32_MAX);
        break;
    case CONTROL_SETS:
    case CONTROL_KEEPS:
        break;
    }
}

static void first_reads_on_insn_begin(void *user, const struct probe_insn *insn)
{
    struct first_reads *reads = user;
    reads->is_in_insn = true;
    reads->now = (struct first_reader){insn->seq, insn->word, insn->unit, insn->thread, insn->unit != TT_UNIT_CORE};
    reads->now_number = 0;
    insn_log_begin(reads->log, insn);
    reads->mark++;
}

static void first_reads_on_insn_end(void *user, const struct probe_insn *insn)
{
    struct first_reads *reads = user;
    reads->is_in_insn = false;
    if (insn->seq < reads->begin)
        return;
    if (insn->has_waited) { /* it looked, and will again */
        read_state(reads);
        return;
    }
    const struct insn_log *log = reads->log;
    if (!(reads->units >> insn->unit & 1))
        reads->first_of[insn->unit] = reads->now;
    reads->units |= UINT32_C(1) << insn->unit;
    reads->has_failed |= log->is_broken;
    read_state(reads);
    for (size_t i = 0; i < log->insn.access_count; i++) {
        const struct probe_access *access = &log->accesses[i];
        if (access->space == TT_SPACE_CFG)
            read_chosen_state(reads);
        if (!access->is_write)
            apply_read(reads, access->space, access->lo, access->hi, UINT32_MAX);
    }
    for (size_t i = 0; i < log->control_count; i++)
        read_control(reads, &log->controls[i]);
    for (size_t i = 0; i < log->insn.access_count; i++)
        if (log->accesses[i].is_write)
            apply_write(reads, log->accesses[i].space, log->accesses[i].lo, log->accesses[i].hi);
    for (size_t i = 0; i < log->control_count; i++)
        if (log->controls[i].kind == CONTROL_SETS)
            apply_write(reads, log->controls[i].space, log->controls[i].lo, log->controls[i].hi);
}

/* An access outside of words is a load by a core. */
static void first_reads_on_access(void *user, const struct probe_access *access)
{
    struct first_reads *reads = user;
    if (reads->is_in_insn) {
        insn_log_access(reads->log, access);
        return;
    }
    if (reads->now.unit != TT_UNIT_CORE) {
        reads->now = (struct first_reader){.seq = reads->now.seq, .unit = TT_UNIT_CORE, .thread = THREADS};
        reads->now_number = 0;
    }
    if (reads->now.seq >= reads->begin)
        first_reads_touch(reads, access->space, access->lo, access->hi, UINT32_MAX, access->is_write);
}

static void first_reads_on_control(void *user, const struct probe_control *control)
{
    struct first_reads *reads = user;
    insn_log_control(reads->log, control);
    if (control->kind == CONTROL_EMPTY && control->lo / ROW_BYTES < DST_ROWS)
        reads->row_mark[control->lo / ROW_BYTES] = reads->mark;
}

/* ---- from outside ---- */

struct first_reads *first_reads_new(enum tt_chip chip)
{
    struct first_reads *reads = mem_calloc(1, sizeof *reads);
    if (reads)
        reads->log = insn_log_new(false);
    bool has_all = reads && reads->log;
    for (int space = 0; space < TT_SPACE_COUNT && has_all; space++) {
        reads->size[space] = space_bytes(chip, (enum tt_space)space);
        const size_t cells = first_reads_is_by_bit((enum tt_space)space) ? BYTE_BITS : 1;
        reads->cells[space] = mem_calloc(reads->size[space] * cells, sizeof *reads->cells[space]);
        has_all = reads->cells[space] != NULL;
    }
    if (!has_all) {
        first_reads_free(reads);
        return NULL;
    }
    reads->chip = chip;
    reads->now.unit = TT_UNIT_CORE;
    reads->now.thread = THREADS;
    reads->probe = (struct probe){reads,
                                  PROBE_INSN | PROBE_ACCESS | PROBE_CONTROL | PROBE_SETTINGS,
                                  first_reads_on_insn_begin,
                                  first_reads_on_insn_end,
                                  NULL,
                                  first_reads_on_access,
                                  NULL,
                                  first_reads_on_control,
                                  NULL};
    return reads;
}

void first_reads_free(struct first_reads *reads)
{
    for (int space = 0; space < TT_SPACE_COUNT && reads; space++)
        mem_free(reads->cells[space]);
    if (reads) {
        mem_free(reads->readers);
        insn_log_free(reads->log);
    }
    mem_free(reads);
}

const struct probe *first_reads_probe(struct first_reads *reads)
{
    return &reads->probe;
}

void first_reads_begin_at(struct first_reads *reads, uint64_t seq)
{
    reads->begin = seq;
}

static const struct first_reader *first_reads_reader_of(const struct first_reads *reads, uint32_t cell)
{
    const uint32_t number = cell & (WRITTEN - 1);
    return number ? &reads->readers[number - 1] : NULL;
}

const struct first_reader *first_reads_of(const struct first_reads *reads, enum tt_space space, uint32_t at,
                                          uint8_t bits)
{
    const struct first_reader *first = NULL;
    if (!first_reads_is_by_bit(space))
        return first_reads_reader_of(reads, reads->cells[space][at]);
    for (uint32_t bit = 0; bit < BYTE_BITS; bit++) {
        const struct first_reader *reader =
            bits >> bit & 1 ? first_reads_reader_of(reads, reads->cells[space][at * BYTE_BITS + bit]) : NULL;
        if (reader && (!first || reader->seq < first->seq))
            first = reader;
    }
    return first;
}

const struct first_reader *first_reads_of_outside(const struct first_reads *reads, unsigned what)
{
    return reads->has_outside[what - WHAT_OUTSIDE] ? &reads->outside[what - WHAT_OUTSIDE] : NULL;
}

const struct first_reader *first_reads_of_units(const struct first_reads *reads, uint32_t units)
{
    const struct first_reader *first = NULL;
    for (unsigned unit = 0; unit < TT_UNIT_COUNT; unit++)
        if ((reads->units & units) >> unit & 1 && (!first || reads->first_of[unit].seq < first->seq))
            first = &reads->first_of[unit];
    return first;
}

uint8_t first_reads_bits(const struct first_reads *reads, enum tt_space space, uint32_t at)
{
    uint8_t bits = 0;
    if (!first_reads_is_by_bit(space))
        return first_reads_reader_of(reads, reads->cells[space][at]) ? UINT8_MAX : 0;
    for (uint32_t bit = 0; bit < BYTE_BITS; bit++)
        bits |= (uint8_t)((first_reads_reader_of(reads, reads->cells[space][at * BYTE_BITS + bit]) != NULL) << bit);
    return bits;
}

static bool has_flag(const struct first_reads *reads, enum tt_space space, uint32_t at, uint32_t flag)
{
    const uint32_t cells = first_reads_is_by_bit(space) ? BYTE_BITS : 1;
    return ANY(i, cells, reads->cells[space][at * cells + i] & flag);
}

bool first_reads_has_written(const struct first_reads *reads, enum tt_space space, uint32_t at)
{
    return has_flag(reads, space, at, WRITTEN);
}

bool first_reads_has_computed(const struct first_reads *reads, enum tt_space space, uint32_t at)
{
    return has_flag(reads, space, at, COMPUTED);
}

const struct first_reader *first_reads_newest(const struct first_reads *reads)
{
    return reads->reader_count ? &reads->readers[reads->reader_count - 1] : NULL;
}

bool first_reads_has_failed(const struct first_reads *reads)
{
    return reads->has_failed;
}
