/* SPDX-License-Identifier: Apache-2.0 */
/* An access has its address of a register and its own offset, and the register has it of lui and addi shortly before:
 * one of these numbers is off by what lies between the two addresses. */
#include "ask/bisect/code/hung_addresses.h"

#include "base/little.h"
#include "base/search.h"
#include "isa/mmio.h"
#include "isa/riscv.h"
#include "isa/spaces.h"
#include "tile/riscv/cores.h"

enum { HUNG_WORD = 4, HUNG_LOW_BITS = 12, HUNG_REGISTERS = 32 };

struct hung_caller {
    struct search *search;
    void *user;
    bool (*try)(void *user, enum tt_core core, uint32_t pc, uint32_t is, uint32_t word);
    enum tt_status status;
};

static unsigned hung_base_of(uint32_t word)
{
    enum { BASE = 15 };
    return word >> BASE & (HUNG_REGISTERS - 1);
}

/* The register that a word writes; 0: none. */
static unsigned hung_written_by(uint32_t word)
{
    enum { WRITTEN = 7 };
    const struct riscv_op *op = riscv_is_push(word) ? NULL : riscv_find(word);
    const bool has_none = !op || op->immediate == RISCV_IMMEDIATE_S || op->immediate == RISCV_IMMEDIATE_B;
    return has_none ? 0 : word >> WRITTEN & (HUNG_REGISTERS - 1);
}

void hung_addresses_note(struct hung_addresses *addresses, enum tt_core core, const struct cores *cores)
{
    const uint32_t word = cores_code(cores, core), pc = cores_core(cores, core)->pc;
    struct hung_access access = {.core = core, .pc = pc};
    if (riscv_is_push(word))
        return;
    if (cores_reads(cores, core, &access.addr)) {
        addresses->last[core] = access;
        addresses->has[core] = true;
    } else if (riscv_opcode(word) == RISCV_STORE && addresses->count < HUNG_STORES_MAX) {
        access.addr = cores_core(cores, core)->x[hung_base_of(word)] + riscv_immediate_of(RISCV_IMMEDIATE_S, word);
        const struct hung_access *stores = addresses->stores;
        if (!ANY(i, addresses->count, stores[i].pc == pc && stores[i].addr == access.addr && stores[i].core == core))
            addresses->stores[addresses->count++] = access;
    }
}

/* The word of the start; false: it is not known. */
static bool hung_read(struct hung_caller *caller, uint32_t pc, uint32_t *word)
{
    struct search *search = caller->search;
    uint8_t bytes[HUNG_WORD], known[HUNG_WORD];
    if (pc >= space_bytes(ttcap_info(search->capture)->chip, TT_SPACE_L1))
        return false;
    caller->status = ttcap_read(search->capture, 0, TT_SPACE_L1, pc, HUNG_WORD, bytes, known, search->err);
    *word = load_number(bytes, HUNG_WORD);
    return !caller->status && load_number(known, HUNG_WORD) == UINT32_MAX;
}

static uint32_t hung_put(enum riscv_immediate kind, uint32_t word, uint32_t number)
{
    enum { LOW = 7, HIGH = 25, FIVE = 31, OF_I = 20 };
    switch ((int)kind) {
    case RISCV_IMMEDIATE_S:
        return (word & UINT32_C(0x01FFF07F)) | number >> 5 << HIGH | (number & FIVE) << LOW;
    case RISCV_IMMEDIATE_U:
        return (word & 0xFFF) | (number & ~UINT32_C(0xFFF));
    default:
        return (word & 0xFFFFF) | number << OF_I;
    }
}

/* The number of one instruction, moved by so much, if it can hold that. */
static bool hung_try_number(struct hung_caller *caller, const struct hung_access *access, uint32_t pc, uint32_t word,
                            uint32_t by)
{
    const struct riscv_op *op = riscv_find(word);
    const enum riscv_immediate kind = op ? op->immediate : RISCV_IMMEDIATE_NONE;
    if (kind != RISCV_IMMEDIATE_S && kind != RISCV_IMMEDIATE_I && kind != RISCV_IMMEDIATE_U)
        return true;
    const uint32_t number = riscv_immediate_of(kind, word) + by, other = hung_put(kind, word, number);
    return riscv_immediate_of(kind, other) != number || caller->try(caller->user, access->core, pc, word, other);
}

/* The access itself, then what its register comes from. */
static bool hung_try_access(struct hung_caller *caller, const struct hung_access *access, uint32_t by)
{
    enum { BACK = 16 /* instructions */ };
    uint32_t word;
    if (!hung_read(caller, access->pc, &word))
        return !caller->status;
    bool goes_on = hung_try_number(caller, access, access->pc, word, by);
    unsigned reg = hung_base_of(word);
    for (uint32_t back = 1; back <= BACK && reg && goes_on && access->pc >= back * HUNG_WORD; back++) {
        const uint32_t pc = access->pc - back * HUNG_WORD;
        if (!hung_read(caller, pc, &word))
            return !caller->status;
        if (hung_written_by(word) != reg)
            continue;
        const bool is_sum = riscv_opcode(word) == RISCV_ARITHMETIC_I && !(word >> HUNG_LOW_BITS & 7);
        if (is_sum || riscv_opcode(word) == RISCV_LUI)
            goes_on = hung_try_number(caller, access, pc, word, by);
        reg = is_sum ? hung_base_of(word) : 0;
    }
    return goes_on;
}

/* Of L1, or of a stream: what cores wait for. */
static bool hung_are_of_one_kind(enum tt_chip chip, uint32_t addr, uint32_t other)
{
    const uint32_t l1 = space_bytes(chip, TT_SPACE_L1);
    const bool are_of_streams =
        addr >= MMIO_STREAM && addr < MMIO_STREAM_END && other >= MMIO_STREAM && other < MMIO_STREAM_END;
    return addr != other && ((addr < l1 && other < l1) || are_of_streams);
}

/* Whether a store went where a core read last: else it may read at a wrong address. */
static bool hung_is_written(const struct hung_addresses *addresses, const struct hung_access *read)
{
    return ANY(i, addresses->count, addresses->stores[i].addr == read->addr);
}

/* A core reads again and again what was stored: the branch behind the read may go the wrong way. */
static bool hung_try_branch(struct hung_caller *caller, const struct hung_access *read)
{
    enum { BEHIND = 3 /* instructions */, CONTRARY = 12 };
    bool goes_on = true;
    for (uint32_t i = 1; i <= BEHIND && goes_on; i++) {
        const uint32_t pc = read->pc + i * HUNG_WORD;
        uint32_t word = 0;
        if (!hung_read(caller, pc, &word))
            return !caller->status;
        const struct riscv_op *op = riscv_is_push(word) ? NULL : riscv_find(word);
        if (op && op->immediate == RISCV_IMMEDIATE_B)
            goes_on = caller->try(caller->user, read->core, pc, word, word ^ UINT32_C(1) << CONTRARY);
    }
    return goes_on;
}

enum tt_status hung_addresses_try(const struct hung_addresses *addresses, struct search *search, void *user,
                                  bool (*try)(void *user, enum tt_core core, uint32_t pc, uint32_t is, uint32_t word))
{
    struct hung_caller caller = {.search = search, .user = user, .try = try};
    const enum tt_chip chip = ttcap_info(search->capture)->chip;
    bool goes_on = true;
    for (unsigned core = 0; core < TT_CORE_COUNT && goes_on; core++)
        if (addresses->has[core] && hung_is_written(addresses, &addresses->last[core]))
            goes_on = hung_try_branch(&caller, &addresses->last[core]);
    for (int of_read = 0; of_read < 2; of_read++)
        for (unsigned core = 0; core < TT_CORE_COUNT; core++)
            for (unsigned i = addresses->count; i-- > 0 && goes_on && addresses->has[core];) {
                const struct hung_access *store = &addresses->stores[i], *read = &addresses->last[core];
                if (store->core == read->core || !hung_are_of_one_kind(chip, store->addr, read->addr) ||
                    (of_read && hung_is_written(addresses, read)))
                    continue;
                goes_on = of_read ? hung_try_access(&caller, read, store->addr - read->addr)
                                  : hung_try_access(&caller, store, read->addr - store->addr);
            }
    return caller.status;
}
