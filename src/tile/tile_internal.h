/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the units of a tile: the machine itself, and the one pair of functions by which each space is
 * read and written, so that every access is seen. Only files under tile/ include this. */
#pragma once

#include "isa/evidence.h"
#include "isa/isa.h"
#include "isa/mmio.h"
#include "isa/registers.h"
#include "tile/fast/fast.h"
#include "tile/tile.h"
#include "tile/words.h"

struct pack_cache;   /* settings decoded from configuration words; tile/pack/ owns it */
struct unpack_cache; /* likewise; tile/unpack/ owns it */
struct matrix_cache; /* likewise; tile/matrix/ owns it */

/* The readers that retain fields decoded from configuration words. Settings that a unit decodes from a thread's words
 * are retained apart, so that an address, which changes with every data tile, makes no other setting stale. */
enum cfg_reader {
    CFG_READ_BY_PACK,
    CFG_READ_BY_PACK_THREAD,
    CFG_READ_BY_UNPACK,
    CFG_READ_BY_UNPACK_THREAD,
    CFG_READ_BY_MATRIX,
    CFG_READ_BY_MATRIX_THREAD,
    CFG_READ_BY_VECTOR,
    CFG_READ_BY_EVIDENCE,
    CFG_READERS
};

/* Words that the configuration unit knows, or UINT32_MAX where this chip has none (config/effects.c): whose writing
 * does something at once, but for the last. */
struct cfg_effects {
    uint32_t seed, state_reset;
    uint32_t thread_contexts;    /* a thread's own word */
    uint32_t scratches[THREADS]; /* which set nothing off */
};

enum { FORMLESS = 256, WEIGHED = 256 }; /* words that are remembered, by their hash */

/* The facts that a word rests on in the settings that it met: evidence.c. */
struct weighed {
    struct weighed_by {
        uint32_t word, thread, version;
        uint32_t srca, srcb; /* formats of the matrix unit's banks */
        uint32_t is_there;
    } by;
    const struct evidence_setting *setting;
    const struct fact *fact;
};

struct tile {
    struct tile_state state;
    struct cores *cores; /* that run on it; null: none do */
    const struct chip *chip;
    const struct probe *probe; /* where nobody listens, one that wants nothing */
    struct variant_set variants;
    uint32_t fast;                   /* paths that are taken, a bit each */
    uint64_t seq;                    /* of the word or store at work */
    struct tile_range unknown_write; /* of the word at work */
    /* Grows with a change of a word that this reader has looked at: what it decoded is stale. */
    uint32_t cfg_version[CFG_READERS];
    uint8_t cfg_readers[CFG_WORDS_MAX]; /* who has looked at a word, a bit each */
    uint8_t thread_cfg_readers[THREAD_WORDS_MAX];
    struct pack_cache *pack_cache;
    struct unpack_cache *unpack_cache;
    struct matrix_cache *matrix_cache;
    struct vector_settings vector_settings[THREADS];
    struct cfg_effects cfg_effects;
    uint32_t stream_stores[MMIO_STREAMS][STREAM_CELLS]; /* how often each was: no state, but for who waits for one */
    uint32_t cfg_mask[CFG_WORDS_MAX];                   /* bits of each configuration word that exist */
    uint32_t cfg_not_instantiated[CFG_WORDS_MAX]; /* of these, the bits that silicon is said not to hold (P-2.7) */
    uint32_t cfg_unread[CFG_WORDS_MAX];           /* bits that no unit reads, of either kind of words */
    uint16_t thread_unread[THREAD_WORDS_MAX];
    bool cfg_is_plain[CFG_WORDS_MAX]; /* to write it is to store it: access.c */
    /* Of the word at work, for PROBE_SETTINGS; row null: none, or templates of SFPLOADMACRO work beside it. */
    struct {
        const struct isa_insn *row;
        uint32_t word;
    } at_work;
    uint16_t *fields_read;                  /* tile_watch_fields(); null: not watched */
    struct evidence_choices choices;        /* of the variants */
    const struct evidence_setting *setting; /* that holds of the word at work; null: none, or nobody listens to words */
    bool fast_taken[FAST_PATHS];            /* since a test looked: fast/fast.h */
    uint32_t formless[FORMLESS];            /* words, turned over, that no form of raises a finding: forms.c */
    struct weighed weighed[WEIGHED];
    uint64_t l1_number; /* that written pages get */
    uint64_t l1_written[L1_BYTES_MAX / TILE_L1_PAGE];
};

/* Fields of a word that have no effect here and now hold something else than before, and not zero: a finding each
 * (unread.c). */
void tile_report_unread(struct tile *tile, enum tt_unit unit, enum tt_space space, uint32_t word, uint32_t before,
                        uint32_t after);
void tile_find_unread(struct tile *tile);

/* The facts that the word about to run rests on (evidence.c); null: nothing executes it. */
const struct fact *tile_weigh(struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word);
/* Behind a change of the readings. */
void tile_note_choices(struct tile *tile);

/* A unit reads or writes bytes of L1 in a tile whose cores run: network_order.c. */
void cores_unit_touches(struct tile *tile, enum tt_unit unit, uint32_t lo, uint32_t hi, bool is_write);

#define TILE_INLINE static inline __attribute__((always_inline))

static inline bool tile_takes(const struct tile *tile, enum fast_path path)
{
    return tile->fast >> path & 1;
}

static inline unsigned tile_variant(const struct tile *tile, enum variant_id id)
{
    return tile->variants.choice[id];
}

static inline bool tile_probed(const struct tile *tile, unsigned what)
{
    return tile->probe->wants & what;
}

/* The next value of a stage of a unit that works on words. */
static inline void tile_stage_word(const struct tile *tile, enum tt_unit unit, unsigned stage, uint32_t value)
{
    if (tile_probed(tile, PROBE_WORDS))
        tile_report_words(tile, unit, stage, &value, 1);
}

/* Whether accesses to L1, Dst, scalar registers and the configuration are reported at all; and whether without what was
 * and is there, so that fast paths may be taken. */
static inline bool tile_places_probed(const struct tile *tile)
{
    return tile_probed(tile, PROBE_ACCESS | PROBE_PLACES);
}
static inline bool tile_only_places_probed(const struct tile *tile)
{
    return (tile->probe->wants & (PROBE_ACCESS | PROBE_PLACES)) == PROBE_PLACES;
}

/* The configuration copy a thread uses: its CFG_STATE_ID_StateID, word 0, bit 0 on both chips (F25). */
static inline unsigned cfg_state_of(const struct tile *tile, unsigned thread)
{
    return tile->state.thread_cfg[thread][0] & 1;
}

/* A reader's decoded fields are stale when this has grown since; never 0, which stands for fields that were never
 * decoded. */
static inline uint64_t tile_cfg_version(const struct tile *tile, enum cfg_reader reader)
{
    return (uint64_t)tile->cfg_version[reader] + 1;
}

/* How a unit reads the configuration. Its files name only fields that the unit declared (pack_regs.h and so on,
 * generated from read_by of schemas/registers/fields.json); one function of the unit passes these names to the
 * functions below. */

/* A field of that copy, or of the thread's own words; 0 where the chip has no such field. */
uint32_t cfg_field(const struct tile *tile, enum tt_unit unit, unsigned thread, enum reg_id id);

/* The same for a reader that retains what it decodes, until its version grows. */
uint32_t cfg_decode(struct tile *tile, enum tt_unit unit, enum cfg_reader reader, unsigned thread, enum reg_id id);
/* Likewise, for one that only looks at what others read: without a word to the probe. */
uint32_t cfg_decode_unseen(struct tile *tile, enum cfg_reader reader, unsigned thread, enum reg_id id);
/* A field of configuration state `state`; the whole word in which it stands; where that word and those behind it are,
 * for a unit that reads them with each instruction. The chip must have the field of the latter two. */
uint32_t cfg_decode_of(struct tile *tile, enum tt_unit unit, enum cfg_reader reader, const uint32_t *state,
                       enum reg_id id);
uint32_t cfg_decode_word(struct tile *tile, enum tt_unit unit, enum cfg_reader reader, const uint32_t *state,
                         enum reg_id id);
const uint32_t *cfg_cells(const struct tile *tile, enum tt_unit unit, const uint32_t *state, enum reg_id first,
                          uint32_t words);
/* Likewise where one field stands, from bit 0 of its word on: of configuration state `state`, of a thread's words. */
const uint32_t *cfg_cell(const struct tile *tile, enum tt_unit unit, const uint32_t *state, enum reg_id id);
const uint16_t *cfg_thread_cell(const struct tile *tile, enum tt_unit unit, unsigned thread, enum reg_id id);

/* Bit 11 of FEATURE_DISABLE (M9x). */
static inline bool tile_narrow_is_upper(const struct tile *tile)
{
    return tile->state.registers.debug[DEBUG_OFFSET_FEATURE_DISABLE / 4] & DEBUG_NARROW_IS_UPPER;
}
/* 16 bits were written to the upper half of a row of 32: the lower half is unknown from then on. */
void tile_lose_low_half(struct tile *tile, enum tt_unit unit, uint32_t upper_row);

/* ---- internal_state.c: words of TT_SPACE_STATE from STATE_INTERNAL on ---- */

uint32_t tile_internal(const struct tile *tile, uint32_t word);
/* Bits set in mask; no more than the word can be. */
void tile_set_internal(struct tile *tile, uint32_t word, uint32_t value, uint32_t mask);

/* Raises a finding; detail as printf. Costs nothing when nobody listens, not even what it would say. */
void tile_raise(struct tile *tile, finding_id id, enum tt_unit unit, unsigned instance, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
#define tile_finding(TILE, ...)                                                                                        \
    do {                                                                                                               \
        if (tile_probed(TILE, PROBE_FINDING))                                                                          \
            tile_raise(TILE, __VA_ARGS__);                                                                             \
    } while (0)

/* Findings of a word that took effect in a form that no document or no recording has. */
void tile_report_forms(struct tile *tile, const struct isa_insn *insn, uint32_t word, unsigned instance);

/* Reports to the probe what decided about the instruction at work; mask: bits of one element, else UINT32_MAX. */
void tile_report_control(const struct tile *tile, enum control_kind kind, enum tt_space space, uint32_t lo, uint32_t hi,
                         uint32_t mask);
static inline void tile_saw_control(const struct tile *tile, enum control_kind kind, enum tt_space space, uint32_t lo,
                                    uint32_t hi)
{
    if (tile_probed(tile, PROBE_CONTROL))
        tile_report_control(tile, kind, space, lo, hi, UINT32_MAX);
}

/* A physical row of Dst was read, of 32-bit data with its lower half: whether it is valid decided. */
void tile_report_row(const struct tile *tile, uint32_t row, bool is_wide);
static inline void tile_saw_row(const struct tile *tile, uint32_t row, bool is_wide)
{
    if (tile_probed(tile, PROBE_CONTROL))
        tile_report_row(tile, row, is_wide);
}

/* Rows of Dst from physical row `row` on are written, in their lower halves too where is_wide: as 32 bits, or as the 16
 * upper bits of them (M9x). */
void tile_dst_wrote(struct tile *tile, uint32_t row, uint32_t rows, bool is_wide);

/* They are read: a finding where they were written in the other width. */
void tile_dst_mixes(struct tile *tile, enum tt_unit unit, uint32_t row, uint32_t rows, bool is_wide);
static inline void tile_dst_reads(struct tile *tile, enum tt_unit unit, uint32_t row, uint32_t rows, bool is_wide)
{
    if (tile_probed(tile, PROBE_FINDING))
        tile_dst_mixes(tile, unit, row, rows, is_wide);
}

/* The thread word in which the field stands says how the counters of the instruction move on. */
void cfg_report_step(const struct tile *tile, unsigned thread, enum reg_id id);
static inline void cfg_saw_step(const struct tile *tile, unsigned thread, enum reg_id id)
{
    if (tile_probed(tile, PROBE_SETTINGS))
        cfg_report_step(tile, thread, id);
}

/* Reports to the probe that [lo, hi) of a space was read. */
void tile_report_read(struct tile *tile, enum tt_space space, enum tt_unit unit, unsigned instance, uint32_t lo,
                      uint32_t hi);
void tile_report_place(struct tile *tile, enum tt_space space, enum tt_unit unit, unsigned instance, uint32_t lo,
                       uint32_t hi);
static inline void tile_saw_read(struct tile *tile, enum tt_space space, enum tt_unit unit, unsigned instance,
                                 uint32_t lo, uint32_t hi)
{
    if (tile_probed(tile, probe_wants_of(space)))
        tile_report_read(tile, space, unit, instance, lo, hi);
}

/* Of physical rows [row, row + rows) of Dst, of 32-bit data with their lower halves: read; written, to one
 * that wants places alone. */
enum { DST_ROW_BYTES = 2 * DST_COLUMNS };
void tile_report_dst_read(struct tile *tile, enum tt_unit unit, unsigned instance, uint32_t row, uint32_t rows,
                          bool is_wide);
void tile_report_dst_place(struct tile *tile, enum tt_unit unit, uint32_t row, uint32_t rows, bool is_wide);

/* A write to some columns of a physical row of Dst makes all of it valid; the others keep their bits, which show again
 * in a row that was cleared (V26, U-5.8). */
void tile_make_row_valid(struct tile *tile, enum tt_unit unit, uint32_t row);

/* Writes bytes to L1 and reports it to the probe. The range is checked: what lies beyond L1 raises a finding and is
 * dropped. */
struct l1_writer {
    enum tt_unit unit;
    unsigned instance;
    enum access_stream stream;
    uint32_t tile, first_datum;
};
/* Bytes of L1; what lies beyond it reads 0, and is a finding. */
void tile_read_l1(struct tile *tile, enum tt_unit unit, uint32_t addr, uint8_t *bytes, uint32_t count);
void tile_write_l1(struct tile *tile, const struct l1_writer *who, uint32_t addr, const uint8_t *bytes, uint32_t count);
uint32_t tile_load_word(struct tile *tile, enum tt_unit unit, uint32_t addr);
void tile_store_word(struct tile *tile, enum tt_unit unit, uint32_t addr, uint32_t value);

/* A word has changed for its readers, a bit each: what they decoded is stale. */
static inline void tile_make_stale(struct tile *tile, unsigned readers)
{
    for (; readers; readers &= readers - 1)
        tile->cfg_version[__builtin_ctz(readers)]++;
}

/* Writes one configuration word of a state (mask: bits to change): keeps caches and probe in step.
 * Bits that do not exist are not stored (F33); a word that exists once changes in both halves (F25); what a write
 * sets off at once (F31) is set off. The callers need not check the word's number. */
void tile_write_any_cfg(struct tile *tile, enum tt_unit unit, unsigned state, uint32_t word, uint32_t value,
                        uint32_t mask);
/* The same; in place where there is nothing to it but the store. */
TILE_INLINE void tile_write_cfg(struct tile *tile, enum tt_unit unit, unsigned state, uint32_t word, uint32_t value,
                                uint32_t mask)
{
    if (tile->probe->wants || word >= CFG_WORDS_MAX || !tile->cfg_is_plain[word] ||
        (value & mask & ~tile->cfg_mask[word])) {
        tile_write_any_cfg(tile, unit, state, word, value, mask);
        return;
    }
    uint32_t *cell = &tile->state.cfg[state][word];
    const uint32_t merged = (*cell & ~mask) | (value & mask);
    assert(state < CFG_STATES);
    if (*cell != merged) {
        *cell = merged;
        tile_make_stale(tile, tile->cfg_readers[word]);
    }
}
/* Whether none of this applies: the word exists in each state, all its bits exist, and writing it sets nothing off. */
bool tile_cfg_is_plain(const struct tile *tile, uint32_t word);
/* The bare store: one half of one word. A store of the value that is there already is reported to the probe, but leaves
 * decoded settings good. */
void tile_put_cfg(struct tile *tile, enum tt_unit unit, unsigned state, uint32_t word, uint32_t value);
void tile_write_any_thread_cfg(struct tile *tile, unsigned thread, uint32_t word, uint16_t value);
TILE_INLINE void tile_write_thread_cfg(struct tile *tile, unsigned thread, uint32_t word, uint16_t value)
{
    if (tile->probe->wants || word >= tile->chip->thread_words || word == tile->cfg_effects.thread_contexts) {
        tile_write_any_thread_cfg(tile, thread, word, value);
        return;
    }
    uint16_t *cell = &tile->state.thread_cfg[thread][word];
    assert(thread < THREADS);
    if (*cell != value) {
        *cell = value;
        tile_make_stale(tile, tile->thread_cfg_readers[word]);
    }
}

/* Reads one configuration word (0 where there is none), and reports it to the probe. */
uint32_t tile_read_any_cfg(struct tile *tile, enum tt_unit unit, unsigned state, uint32_t word);
TILE_INLINE uint32_t tile_read_cfg(struct tile *tile, enum tt_unit unit, unsigned state, uint32_t word)
{
    if (tile->probe->wants || word >= tile->chip->cfg_words || !tile->cfg_mask[word])
        return tile_read_any_cfg(tile, unit, state, word);
    return tile->state.cfg[state][word];
}

/* Reports to the probe that [lo, hi) of a space was written; before and after: the elements there, as they stand in
 * struct tile_state. At most TILE_SAW_BYTES_MAX. */
enum { TILE_SAW_BYTES_MAX = 1024 };
void tile_report_write(struct tile *tile, enum tt_space space, enum tt_unit unit, uint32_t lo, uint32_t hi,
                       const void *before, const void *after);
static inline void tile_saw_write(struct tile *tile, enum tt_space space, enum tt_unit unit, uint32_t lo, uint32_t hi,
                                  const void *before, const void *after)
{
    if (tile_probed(tile, probe_wants_of(space)))
        tile_report_write(tile, space, unit, lo, hi, before, after);
}

/* Reports accesses that are alike but for their places. before and after: their elements, one behind the other, as
 * above; null for reads. */
enum { TILE_SERIES_BYTES_MAX = 32 };
void tile_report_series(struct tile *tile, struct probe_series *series, const void *before, const void *after);

/* The same for one element of 32 bits; a function of its own, so that callers can hold the value in a register. */
void tile_report_word(struct tile *tile, enum tt_space space, enum tt_unit unit, uint32_t lo, uint32_t before,
                      uint32_t after) __attribute__((noinline));

/* Writes one word of struct small_state, and reports it to the probe. */
static inline void tile_write_small(struct tile *tile, enum tt_unit unit, uint32_t *cell, uint32_t value)
{
    if (tile_probed(tile, PROBE_ACCESS))
        tile_report_word(tile, TT_SPACE_STATE, unit, (uint32_t)((uint8_t *)cell - (uint8_t *)&tile->state.small), *cell,
                         value);
    *cell = value;
}

/* Reads and writes one GPR, whose number the callers check, and reports it to the probe. */
static inline uint32_t tile_read_gpr(struct tile *tile, enum tt_unit unit, unsigned thread, uint32_t reg)
{
    const uint32_t lo = 4 * (thread * GPRS + reg);
    assert(thread < THREADS && reg < GPRS);
    tile_saw_read(tile, TT_SPACE_GPR, unit, 0, lo, lo + 4);
    return tile->state.gpr[thread][reg];
}
static inline void tile_write_gpr(struct tile *tile, enum tt_unit unit, unsigned thread, uint32_t reg, uint32_t value)
{
    uint32_t *cell = &tile->state.gpr[thread][reg];
    assert(thread < THREADS && reg < GPRS);
    if (tile_places_probed(tile))
        tile_report_word(tile, TT_SPACE_GPR, unit, 4 * (thread * GPRS + reg), *cell, value);
    *cell = value;
}

/* The same, where bits of the old value stay. */
static inline void tile_merge_gpr(struct tile *tile, enum tt_unit unit, unsigned thread, uint32_t reg, uint32_t value,
                                  uint32_t retained)
{
    const uint32_t lo = 4 * (thread * GPRS + reg), old = tile_read_gpr(tile, unit, thread, reg);
    if (tile_probed(tile, PROBE_CONTROL))
        tile_report_control(tile, CONTROL_KEEPS, TT_SPACE_GPR, lo, lo + 4, retained);
    tile_write_gpr(tile, unit, thread, reg, (old & retained) | (value & ~retained));
}
