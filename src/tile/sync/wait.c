/* SPDX-License-Identifier: Apache-2.0 */
/* STALLWAIT, SEMWAIT and Blackhole's STREAMWAIT: words that wait (F19, F22 to F24). The unit stops the whole thread,
 * whatever the mask of kinds says: of the orders that the hardware allows this is the more careful one, and the
 * recorded one. docs/semantics/sync.md#waiting */
#include "tile/sync/sync_internal.h"
#include "tile/vector/vector.h"

#include "tile/config/config.h"
#include "tile/registers/registers.h"

#include "tile_handlers.h"

/* A condition of STALLWAIT. That a unit is still at work never shows between whole instructions (F23). */
enum condition { BUSY, SRCA_TO_UNPACKER, SRCB_TO_UNPACKER, SRCA_TO_MATRIX, SRCB_TO_MATRIX };

/* The bit that stands for the vector unit at work, by whether the mask names each packer (V65). */
static const uint8_t vector_bit[2] = {[false] = 11, [true] = 14};

enum { CONDITIONS_MAX = 15 };

/* By whether the mask names each packer, and by its bit. */
static const uint8_t conditions[2][CONDITIONS_MAX] = {
    [false] = {BUSY, BUSY, BUSY, BUSY, BUSY, SRCA_TO_UNPACKER, SRCB_TO_UNPACKER, SRCA_TO_MATRIX, SRCB_TO_MATRIX},
    [true] = {BUSY, BUSY, BUSY, BUSY, BUSY, BUSY, BUSY, BUSY, SRCA_TO_UNPACKER, SRCB_TO_UNPACKER, SRCA_TO_MATRIX,
              SRCB_TO_MATRIX},
};

TILE_INLINE void add_condition(const struct small_state *small, enum condition condition,
                               struct sync_reasons_list *list)
{
    switch (condition) {
    case BUSY:
        break;
    case SRCA_TO_UNPACKER:
        if (small->src_valid.a[small->src_bank.unp_a & 1])
            sync_add(list, SYNC_BANK_TO_UNPACKER, 0, small->src_bank.unp_a & 1);
        break;
    case SRCB_TO_UNPACKER:
        if (small->src_valid.b[small->src_bank.unp_b & 1])
            sync_add(list, SYNC_BANK_TO_UNPACKER, 1, small->src_bank.unp_b & 1);
        break;
    case SRCA_TO_MATRIX:
        if (!small->src_valid.a[small->src_bank.math_a & 1])
            sync_add(list, SYNC_BANK_TO_MATRIX, 0, small->src_bank.math_a & 1);
        break;
    case SRCB_TO_MATRIX:
        if (!small->src_valid.b[small->src_bank.math_b & 1])
            sync_add(list, SYNC_BANK_TO_MATRIX, 1, small->src_bank.math_b & 1);
        break;
    }
}

/* A mask of 0 stands for units at work alone, on either chip, so that it never waits here. */
TILE_INLINE void add_conditions(const struct tile *tile, const struct insn_stallwait *f, struct sync_reasons_list *list)
{
    const uint8_t *of_chip = conditions[tile->chip->stallwait_names_packers];
    for (uint32_t left = f->wait_res & ((1u << CONDITIONS_MAX) - 1); left; left &= left - 1)
        add_condition(&tile->state.small, (enum condition)of_chip[__builtin_ctz(left)], list);
}

void sync_stallwait_reasons(const struct tile *tile, const struct insn_stallwait *f, struct sync_reasons_list *list)
{
    add_conditions(tile, f, list);
}

bool sync_asks_for_bank(const struct tile *tile, const struct isa_insn *insn, uint32_t word, bool is_srcb,
                        bool is_matrix)
{
    static const uint8_t asked[2][2] = {{SRCA_TO_UNPACKER, SRCA_TO_MATRIX}, {SRCB_TO_UNPACKER, SRCB_TO_MATRIX}};
    const uint8_t *of_chip = conditions[tile->chip->stallwait_names_packers];
    if (!insn || insn->id != INSN_STALLWAIT)
        return false;
    const struct insn_stallwait f = isa_decode_stallwait(tile->chip->id, word);
    for (uint32_t left = f.wait_res & ((1u << CONDITIONS_MAX) - 1); left; left &= left - 1) {
        if (of_chip[__builtin_ctz(left)] == asked[is_srcb][is_matrix])
            return true;
    }
    return false;
}

enum { WAIT_AT_ZERO = 1, WAIT_AT_MAXIMUM = 2 };

void sync_semwait_reasons(const struct tile *tile, const struct insn_semwait *f, struct sync_reasons_list *list)
{
    for (uint32_t left = f->sem_sel & ((1u << SEMAPHORES) - 1); left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        const struct semaphore *semaphore = &tile->state.small.sem[i];
        if ((f->wait_sem_cond & WAIT_AT_ZERO) && semaphore->value == 0)
            sync_add(list, SYNC_SEMAPHORE_POST, i, 0);
        if ((f->wait_sem_cond & WAIT_AT_MAXIMUM) && semaphore->value >= semaphore->max)
            sync_add(list, SYNC_SEMAPHORE_GET, i, 0);
    }
}

TILE_HANDLER(insn_stallwait)
{
    const struct insn_stallwait f = isa_decode_stallwait(tile->chip->id, word);
    struct sync_reason reasons[SYNC_REASONS_MAX];
    struct sync_reasons_list list = {0, reasons};
    (void)thread;
    add_conditions(tile, &f, &list);
    if (list.count)
        return TILE_WAITS;
    if (f.wait_res >> vector_bit[tile->chip->stallwait_names_packers] & 1)
        vector_drain(tile);
    return TILE_DONE;
}

TILE_HANDLER(insn_semwait)
{
    const struct insn_semwait f = isa_decode_semwait(tile->chip->id, word);
    struct sync_reason reasons[SYNC_REASONS_MAX];
    struct sync_reasons_list list = {0, reasons};
    (void)thread;
    if (f.wait_sem_cond == 0)
        tile_finding(tile, FINDING_SEMWAIT_WITHOUT_CONDITION, TT_UNIT_SYNC, 0,
                     "semaphores %02X; taken for a wait until units are idle", (unsigned)f.sem_sel);
    sync_semwait_reasons(tile, &f, &list);
    return list.count ? TILE_WAITS : TILE_DONE;
}

static bool is_stream_known(const struct tile *tile, unsigned thread, const struct insn_streamwait *f, uint32_t *value)
{
    const unsigned cell = f->target_sel ? STREAM_CELL_NUM_MSGS_RECEIVED : STREAM_CELL_CURR_PHASE;
    return registers_stream(tile, config_stream(tile, thread, f->wait_stream_sel), cell, value);
}

void sync_streamwait_reasons(const struct tile *tile, unsigned thread, const struct insn_streamwait *f,
                             struct sync_reasons_list *list)
{
    uint32_t value;
    if (is_stream_known(tile, thread, f, &value) &&
        value < config_stream_target(tile, thread, f->target_sel, f->target_value))
        sync_add(list, SYNC_STREAM, config_stream(tile, thread, f->wait_stream_sel), 0);
}

/* Of a stream that nobody has stored to, when the word has taken effect is known only from a recording (F24). */
enum tile_step insn_streamwait(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_streamwait f = isa_decode_streamwait(tile->chip->id, word);
    struct sync_reason reasons[SYNC_REASONS_MAX];
    struct sync_reasons_list list = {0, reasons};
    uint32_t value;
    if (!is_stream_known(tile, thread, &f, &value))
        tile_finding(tile, FINDING_STREAM_UNKNOWN, TT_UNIT_SYNC, 0,
                     "STREAMWAIT on stream %u until %s %u: nobody has stored it, so that it does not wait",
                     config_stream(tile, thread, f.wait_stream_sel), f.target_sel ? "messages received" : "phase",
                     (unsigned)f.target_value);
    sync_streamwait_reasons(tile, thread, &f, &list);
    return list.count ? TILE_WAITS : TILE_DONE;
}
