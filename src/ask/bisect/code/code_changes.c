/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/bisect/code/code_changes.h"

#include "ask/bisect/fields.h"
#include "ask/bisect/word_list.h"
#include "isa/isa.h"
#include "isa/riscv.h"

#include "insn_ids.h"

/* The bits of an immediate, but of where a branch or a jump goes; of a branch the one that turns it round. */
static const uint32_t code_immediates[] = {
    [RISCV_IMMEDIATE_I] = UINT32_C(0xFFF00000), [RISCV_IMMEDIATE_SHAMT] = UINT32_C(0x01F00000),
    [RISCV_IMMEDIATE_U] = UINT32_C(0xFFFFF000), [RISCV_IMMEDIATE_S] = UINT32_C(0xFE000F80),
    [RISCV_IMMEDIATE_B] = UINT32_C(0x00001000), [RISCV_IMMEDIATE_CSR] = 0};

struct code_change {
    const struct code_changes *how;
    uint32_t is;
};

static bool code_change_to(const struct code_change *change, uint32_t other)
{
    return change->how->try(change->how->user, other);
}

static bool code_change_pushed(void *user, const struct bisect_change *change)
{
    return code_change_to(user, change->edit.word << 2 | change->edit.word >> 30);
}

/* A word that pushes itself, as other words of the recording are tried. */
static bool code_change_push(struct code_change *change, enum code_level level)
{
    static const enum word_rank ranks[CODE_LEVELS][2] = {
        [CODE_VALUES] = {WORD_RANK_BIT, WORD_RANK_NEAR}, [CODE_OTHERS] = {WORD_RANK_KIND, WORD_RANK_VALUE}};
    const struct word_list list = {.chip = change->how->chip, .landing = change->how->landing};
    const struct recorded_word at = {.word = riscv_pushed_word(change->is), .kind = TTCAP_PUSH};
    const struct word_place place = {.at = &at};
    return word_changes(&list, ranks[level][0], &place, change, code_change_pushed) &&
           word_changes(&list, ranks[level][1], &place, change, code_change_pushed);
}

/* Twice the number, half of it, less than none, none, one; of a load the words beside it. */
static bool code_change_slips(const struct code_change *change)
{
    enum { LOW = 20, MASK = 0xFFF, SLIPS = 5 };
    const bool is_load = riscv_opcode(change->is) == RISCV_LOAD;
    const uint32_t is = change->is >> LOW, numbers[SLIPS] = {is << 1, is >> 1, ~is + 1, 0, 1},
                   places[SLIPS] = {is + CODE_WORD, is - CODE_WORD, is + 2 * CODE_WORD, is - 2 * CODE_WORD, 0},
                   *const others = is_load ? places : numbers;
    bool goes_on = true;
    for (size_t i = 0; i < SLIPS && goes_on; i++) {
        const uint32_t other = (change->is & ((UINT32_C(1) << LOW) - 1)) | (others[i] & MASK) << LOW;
        const uint32_t bits = other ^ change->is;
        goes_on = !(bits & (bits - 1)) || code_change_to(change, other);
    }
    return goes_on;
}

static bool code_change_values(const struct code_change *change, uint32_t mask)
{
    bool goes_on = mask != 0;
    for (unsigned bit = 0; bit < 32 && goes_on; bit++)
        if (mask >> bit & 1)
            goes_on = code_change_to(change, change->is ^ UINT32_C(1) << bit);
    const uint32_t least = mask & (~mask + 1), next = (change->is + least) & mask, before = (change->is - least) & mask;
    for (int i = 0; i < 2 && goes_on; i++) {
        const uint32_t other = (change->is & ~mask) | (i ? before : next), bits = other ^ change->is;
        if (bits & (bits - 1))
            goes_on = code_change_to(change, other);
    }
    const bool has_slips = riscv_opcode(change->is) == RISCV_ARITHMETIC_I || riscv_opcode(change->is) == RISCV_LOAD;
    return goes_on && (!has_slips || mask != code_immediates[RISCV_IMMEDIATE_I] || code_change_slips(change));
}

/* Of a small number that is loaded any other small one. */
static bool code_change_small(const struct code_change *change)
{
    enum { LOW = 20, SMALL = 32, REGISTER = 15 };
    const bool is_load = riscv_opcode(change->is) == RISCV_ARITHMETIC_I && !(change->is >> 12 & 7) &&
                         !(change->is >> REGISTER & 31) && change->is >> LOW < SMALL;
    bool goes_on = true;
    for (uint32_t number = 0; number < SMALL && is_load && goes_on; number++)
        goes_on = number == change->is >> LOW ||
                  code_change_to(change, (change->is & ((UINT32_C(1) << LOW) - 1)) | number << LOW);
    return goes_on;
}

/* One bit of the rest, where that is an instruction. */
static bool code_change_rest(const struct code_change *change, uint32_t mask)
{
    bool goes_on = true;
    for (unsigned bit = 7; bit < 32 && goes_on; bit++) {
        const uint32_t other = change->is ^ UINT32_C(1) << bit;
        const struct riscv_op *op = riscv_find(other);
        if (!(mask >> bit & 1) && op && riscv_is_on(change->how->chip, op))
            goes_on = code_change_to(change, other);
    }
    return goes_on;
}

/* A store like another, of any register, to the places beside its own; is_one: only one of the two differs. */
static bool code_change_stores_like(const struct code_change *change, uint32_t store, bool is_one)
{
    enum { REGISTERS = 32, SOURCE = 20, BESIDE = 4, LOW = 7, LOW_BITS = 5 };
    bool goes_on = true;
    for (int32_t by = -BESIDE; by <= BESIDE && goes_on; by++) {
        const uint32_t is = (store >> 25 << LOW_BITS) | (store >> LOW & 31), to = is + (uint32_t)by * CODE_WORD;
        const uint32_t from = (store & UINT32_C(0x000FF07F)) | (to >> LOW_BITS & 0x7F) << 25 | (to & 31) << LOW;
        for (uint32_t reg = 0; reg < REGISTERS && goes_on; reg++)
            if (!is_one || (by == 0) != (reg == (store >> SOURCE & (REGISTERS - 1))))
                goes_on = code_change_to(change, from | reg << SOURCE);
    }
    return goes_on;
}

/* MOP, of which a core that has no other pushes none; a post or a get of each semaphore. */
static bool code_change_frequent(const struct code_change *change)
{
    static const insn_id ids[] = {INSN_SEMPOST, INSN_SEMGET};
    const enum tt_chip chip = change->how->chip;
    bool goes_on = true;
    for (uint32_t type = 0; type < 2 && goes_on; type++) {
        uint32_t pushed = isa_word(chip, INSN_MOP);
        (void)isa_put_field(isa_get(chip, INSN_MOP), "mop_type", type, &pushed);
        goes_on = code_change_to(change, pushed << 2 | pushed >> 30);
    }
    for (unsigned i = 0; i < sizeof ids / sizeof *ids; i++)
        for (unsigned sem = 0; sem < SEMAPHORES && goes_on; sem++) {
            uint32_t pushed = isa_word(chip, ids[i]);
            (void)isa_put_field(isa_get(chip, ids[i]), "sem_sel", UINT32_C(1) << sem, &pushed);
            goes_on = code_change_to(change, pushed << 2 | pushed >> 30);
        }
    return goes_on;
}

/* In place of a nop: what its core pushes or stores elsewhere, a post or a get; where nothing explained all, stores
 * like those near it. */
static bool code_change_nop(const struct code_change *change, enum code_level level)
{
    enum { NEAR = 6, DISTINCT = 192 };
    const struct code_changes *how = change->how;
    const bool is_of_other = level == CODE_OTHERS;
    uint32_t tried[DISTINCT];
    unsigned count = 0, tried_bases = 0;
    bool goes_on = is_of_other || code_change_frequent(change);
    for (size_t i = 0; i < how->near_count && goes_on; i++) {
        const uint32_t other = how->near[i].word;
        const unsigned before = count;
        const bool is_store = !riscv_is_push(change->is) && riscv_opcode(other) == RISCV_STORE;
        if (is_store || riscv_is_push(other))
            count = fields_add_distinct(tried, count, DISTINCT, other);
        goes_on = count == before || is_of_other || code_change_to(change, other);
        if (goes_on && is_of_other && is_store && how->near[i].away <= NEAR && tried_bases++ < 2)
            goes_on = code_change_stores_like(change, other, false);
    }
    return goes_on;
}

bool code_is_nop(enum tt_chip chip, uint32_t word)
{
    return word == RISCV_NOP || (riscv_is_push(word) && isa_id(chip, riscv_pushed_word(word)) == INSN_NOP);
}

bool code_changes(const struct code_changes *changes, uint32_t is, enum code_level level)
{
    struct code_change change = {changes, is};
    const bool is_push = riscv_is_push(is);
    const struct riscv_op *op = is_push ? NULL : riscv_find(is);
    if (!is_push && !op)
        return true;
    if (code_is_nop(changes->chip, is))
        return level == CODE_LEFT_OUT || code_change_nop(&change, level);
    if (level == CODE_LEFT_OUT)
        return code_change_to(&change, RISCV_NOP);
    if (is_push)
        return code_change_push(&change, level);
    if (level == CODE_VALUES)
        return code_change_values(&change, code_immediates[op->immediate]);
    return code_change_small(&change) &&
           (riscv_opcode(is) != RISCV_STORE || code_change_stores_like(&change, is, true)) &&
           code_change_rest(&change, code_immediates[op->immediate]);
}
