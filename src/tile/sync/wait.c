/* SPDX-License-Identifier: Apache-2.0 */
/* STALLWAIT, SEMWAIT and Blackhole's STREAMWAIT: words that wait (F19, F22 to F24). Each is one
 * step, which takes effect when its conditions hold; which words of its thread pass meanwhile is up to the pipe.
 * docs/semantics/sync.md#waiting */
#include "tile/sync/sync_internal.h"
#include "tile/vector/vector.h"

#include "tile/config/config.h"
#include "tile/registers/registers.h"

#include "insn_ids.h"
#include "semwait_findings.h"
#include "stream_findings.h"
#include "sync_insns.h"

/* Conditions of STALLWAIT that can show between whole instructions; that a unit is still at work never does (F23). */
enum { SRCA_TO_UNPACKER = 1, SRCB_TO_UNPACKER = 2, SRCA_TO_MATRIX = 4, SRCB_TO_MATRIX = 8, ON_BANKS = 15 };

/* Their first bit, by whether the mask names each packer. */
static const uint8_t banks_bit[2] = {[false] = 5, [true] = 8};

/* The bit that stands for the vector unit at work, by whether the mask names each packer (V65). */
static const uint8_t vector_bit[2] = {[false] = 11, [true] = 14};

/* A mask of 0 stands for units at work alone, on either chip, so that it never waits here. */
static inline uint32_t asked_of_banks(const struct tile *tile, const struct insn_stallwait *f)
{
    return f->wait_res >> banks_bit[tile->chip->stallwait_names_packers] & ON_BANKS;
}

/* Those of `asked` for which a thread waits: the bank is the other unit's. All are looked at: to choose takes
 * longer. */
TILE_INLINE uint32_t waits_for_banks(const struct small_state *small, uint32_t asked)
{
    const uint32_t *a = small->src_valid.a, *b = small->src_valid.b;
    const uint32_t a_to_unpacker = a[small->src_bank.unp_a & 1] ? SRCA_TO_UNPACKER : 0;
    const uint32_t b_to_unpacker = b[small->src_bank.unp_b & 1] ? SRCB_TO_UNPACKER : 0;
    const uint32_t a_to_matrix = a[small->src_bank.math_a & 1] ? 0 : SRCA_TO_MATRIX;
    const uint32_t b_to_matrix = b[small->src_bank.math_b & 1] ? 0 : SRCB_TO_MATRIX;
    return asked & (a_to_unpacker | b_to_unpacker | a_to_matrix | b_to_matrix);
}

void sync_stallwait_reasons(const struct tile *tile, unsigned thread, uint32_t word, struct sync_reasons_list *list)
{
    const struct small_state *small = &tile->state.small;
    const struct insn_stallwait f = isa_decode_stallwait(tile->chip->id, word);
    const uint32_t waits = waits_for_banks(small, asked_of_banks(tile, &f));
    (void)thread;
    if (waits & SRCA_TO_UNPACKER)
        sync_add(list, SYNC_BANK_TO_UNPACKER, 0, small->src_bank.unp_a & 1);
    if (waits & SRCB_TO_UNPACKER)
        sync_add(list, SYNC_BANK_TO_UNPACKER, 1, small->src_bank.unp_b & 1);
    if (waits & SRCA_TO_MATRIX)
        sync_add(list, SYNC_BANK_TO_MATRIX, 0, small->src_bank.math_a & 1);
    if (waits & SRCB_TO_MATRIX)
        sync_add(list, SYNC_BANK_TO_MATRIX, 1, small->src_bank.math_b & 1);
}

bool sync_asks_for_bank(const struct tile *tile, const struct isa_insn *insn, uint32_t word, bool is_srcb,
                        bool is_matrix)
{
    static const uint8_t asked[2][2] = {{SRCA_TO_UNPACKER, SRCA_TO_MATRIX}, {SRCB_TO_UNPACKER, SRCB_TO_MATRIX}};
    if (!insn || insn->id != INSN_STALLWAIT)
        return false;
    const struct insn_stallwait f = isa_decode_stallwait(tile->chip->id, word);
    return asked_of_banks(tile, &f) & asked[is_srcb][is_matrix];
}

bool sync_asks_for_banks(const struct tile *tile, uint32_t word)
{
    const struct insn_stallwait f = isa_decode_stallwait(tile->chip->id, word);
    return asked_of_banks(tile, &f) != 0;
}

enum { WAIT_AT_ZERO = 1, WAIT_AT_MAXIMUM = 2 };

/* For which of the conditions asked a thread waits. */
static inline uint32_t waits_for_semaphore(const struct semaphore *semaphore, uint32_t asked)
{
    const uint32_t at_zero = semaphore->value == 0 ? WAIT_AT_ZERO : 0;
    const uint32_t at_maximum = semaphore->value >= semaphore->max ? WAIT_AT_MAXIMUM : 0;
    return asked & (at_zero | at_maximum);
}

void sync_semwait_reasons(const struct tile *tile, unsigned thread, uint32_t word, struct sync_reasons_list *list)
{
    const struct insn_semwait f = isa_decode_semwait(tile->chip->id, word);
    (void)thread;
    for (uint32_t left = f.sem_sel & ((1u << SEMAPHORES) - 1); left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        const uint32_t waits = waits_for_semaphore(&tile->state.small.sem[i], f.wait_sem_cond);
        if (waits & WAIT_AT_ZERO)
            sync_add(list, SYNC_SEMAPHORE_POST, i, 0);
        if (waits & WAIT_AT_MAXIMUM)
            sync_add(list, SYNC_SEMAPHORE_GET, i, 0);
    }
}

enum tile_step insn_stallwait(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_stallwait f = isa_decode_stallwait(tile->chip->id, word);
    const uint32_t asked = asked_of_banks(tile, &f);
    (void)thread;
    if (asked && waits_for_banks(&tile->state.small, asked))
        return TILE_WAITS;
    tile_stage_word(tile, TT_UNIT_SYNC, STAGE_WAITED_FOR, f.wait_res);
    if (vector_is_waiting(tile) && f.wait_res >> vector_bit[tile->chip->stallwait_names_packers] & 1)
        vector_drain(tile);
    return TILE_DONE;
}

/* Of each semaphore its value, and for each condition the value that it had to leave. */
static void report_semwait(const struct tile *tile, const struct insn_semwait *f)
{
    for (uint32_t left = f->sem_sel & ((1u << SEMAPHORES) - 1); left; left &= left - 1) {
        const struct semaphore *semaphore = &tile->state.small.sem[__builtin_ctz(left)];
        tile_stage_word(tile, TT_UNIT_SYNC, STAGE_BEFORE, semaphore->value);
        if (f->wait_sem_cond & WAIT_AT_ZERO)
            tile_stage_word(tile, TT_UNIT_SYNC, STAGE_WAITED_FOR, 0);
        if (f->wait_sem_cond & WAIT_AT_MAXIMUM)
            tile_stage_word(tile, TT_UNIT_SYNC, STAGE_WAITED_FOR, semaphore->max);
    }
}

enum tile_step insn_semwait(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_semwait f = isa_decode_semwait(tile->chip->id, word);
    uint32_t waits = 0;
    (void)thread;
    if (f.wait_sem_cond == 0)
        tile_finding(tile, FINDING_SEMWAIT_WITHOUT_CONDITION, TT_UNIT_SYNC, 0,
                     "semaphores %02X; taken for a wait until units are idle", (unsigned)f.sem_sel);
    for (uint32_t left = f.sem_sel & ((1u << SEMAPHORES) - 1); left; left &= left - 1)
        waits |= waits_for_semaphore(&tile->state.small.sem[__builtin_ctz(left)], f.wait_sem_cond);
    if (waits)
        return TILE_WAITS;
    if (tile_probed(tile, PROBE_WORDS))
        report_semwait(tile, &f);
    return TILE_DONE;
}

static bool is_stream_known(const struct tile *tile, unsigned thread, const struct insn_streamwait *f, uint32_t *value)
{
    const unsigned cell = f->target_sel ? STREAM_CELL_NUM_MSGS_RECEIVED : STREAM_CELL_CURR_PHASE;
    return registers_stream(tile, config_stream(tile, thread, f->wait_stream_sel), cell, value);
}

void sync_streamwait_reasons(const struct tile *tile, unsigned thread, uint32_t word, struct sync_reasons_list *list)
{
    const struct insn_streamwait f = isa_decode_streamwait(tile->chip->id, word);
    uint32_t value;
    if (is_stream_known(tile, thread, &f, &value) &&
        value < config_stream_target(tile, thread, f.target_sel, f.target_value))
        sync_add(list, SYNC_STREAM, config_stream(tile, thread, f.wait_stream_sel), 0);
}

/* Of a stream that nobody has stored to, when the word has taken effect is known only from a recording (F24). */
enum tile_step insn_streamwait(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_streamwait f = isa_decode_streamwait(tile->chip->id, word);
    struct sync_reason reasons[SYNC_REASONS_MAX];
    struct sync_reasons_list list = {0, reasons};
    uint32_t value;
    const bool is_known = is_stream_known(tile, thread, &f, &value);
    if (!is_known)
        tile_finding(tile, FINDING_STREAM_UNKNOWN, TT_UNIT_SYNC, 0,
                     "STREAMWAIT on stream %u until %s %u: nobody has stored it, so that it does not wait",
                     config_stream(tile, thread, f.wait_stream_sel), f.target_sel ? "messages received" : "phase",
                     (unsigned)f.target_value);
    sync_streamwait_reasons(tile, thread, word, &list);
    if (list.count)
        return TILE_WAITS;
    if (is_known)
        tile_stage_word(tile, TT_UNIT_SYNC, STAGE_BEFORE, value);
    tile_stage_word(tile, TT_UNIT_SYNC, STAGE_WAITED_FOR,
                    config_stream_target(tile, thread, f.target_sel, f.target_value));
    return TILE_DONE;
}
