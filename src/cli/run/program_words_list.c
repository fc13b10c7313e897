/* SPDX-License-Identifier: Apache-2.0 */
/* Which words of the host's writes cores executed or loaded, and which are operands. docs/formats/program.md#words */
#include "cli/run/program_words.h"

#include "base/little.h"
#include "base/search.h"
#include "isa/chip.h"
#include "isa/riscv.h"

enum { FEW_TILES = 8 /* of so many each is asked, whether it sent requests or not */ };

static void used_note(struct word_used *used, uint32_t words, uint32_t addr, const struct word_used *as)
{
    if (addr / WORD >= words || used[addr / WORD].use == WORD_EXECUTED ||
        (used[addr / WORD].use == as->use && used[addr / WORD].last > as->last))
        return;
    used[addr / WORD] = *as;
}

static bool is_l1_load(uint32_t code)
{
    return riscv_opcode(code) == RISCV_LOAD || riscv_opcode(code) == RISCV_LOAD_FP || riscv_opcode(code) == RISCV_AMO;
}

/* `iram`: of what core NC of Wormhole executes from its own memory. */
static void used_by_cores(const struct core_trace *trace, struct word_used *l1, uint32_t l1_words,
                          struct word_used *iram)
{
    for (int core = 0; core < TT_CORE_COUNT; core++)
        for (size_t i = 0; i < trace->core[core].count; i++) {
            const struct core_instruction *one = &trace->core[core].list[i];
            struct word_used as = {WORD_EXECUTED, false, (enum tt_core)core, one->pc, one->code, one->seq};
            if (one->pc >= MMIO_IRAM)
                used_note(iram, NC_IRAM_BYTES / WORD, one->pc - MMIO_IRAM, &as);
            else
                used_note(l1, l1_words, one->pc, &as);
            as.use = WORD_LOADED;
            if (is_l1_load(one->code))
                used_note(l1, l1_words, one->addr, &as);
        }
}

/* The words that cores of a tile use. */
struct words_used {
    struct word_used *l1, *iram;
    uint32_t l1_words;
};

static void used_suspect(void *user, const struct core_instruction *one)
{
    struct words_used *used = user;
    const uint32_t iram = (one->pc - MMIO_IRAM) / WORD;
    if (one->pc >= MMIO_IRAM && iram < NC_IRAM_BYTES / WORD)
        used->iram[iram].is_suspect = true;
    if (one->pc / WORD < used->l1_words)
        used->l1[one->pc / WORD].is_suspect = true;
    if (is_l1_load(one->code) && one->addr / WORD < used->l1_words)
        used->l1[one->addr / WORD].is_suspect = true;
}

/* The loop in which a core waits, and the origins of the instruction at which it stands. */
static void used_waits(const struct core_trace *trace, const struct replay_wait *wait, struct words_used *used)
{
    enum { LOOP = 64 /* instructions */ };
    const struct core_instructions *all = &trace->core[wait->core];
    for (size_t i = all->count > LOOP ? all->count - LOOP : 0; wait->is_core && i < all->count; i++)
        used_suspect(used, &all->list[i]);
    core_trace_origins(trace, wait->core, wait->pc, UINT64_MAX, used, used_suspect);
}

/* Marks the origins of the instructions at which cores stand in a run that hangs, and of those that sent the tile's
 * requests: of each place the last. */
static void used_suspects(const struct program_run *run, const struct program_followed *tile, struct words_used *used)
{
    enum { PLACES = 64 };
    const struct conversation *conversation = &run->conversation;
    uint32_t places[PLACES];
    size_t count, place_count = 0;
    const struct device_transfer *all = device_transfers(run->device, &count);
    for (size_t i = 0; i < conversation->wait_count; i++) {
        const struct hang_wait *one = &conversation->waits[i];
        if (one->x == tile->x && one->y == tile->y && one->wait.has_pc)
            used_waits(tile->trace, &one->wait, used);
    }
    for (size_t i = count; i-- > 0 && place_count < PLACES;) {
        const bool is_own = all[i].way != DEVICE_BY_HOST && all[i].by_x == tile->x && all[i].by_y == tile->y;
        const struct program_store *by =
            is_own ? FIND(tile->stores, tile->store_count, item->step == all[i].by_step) : NULL;
        if (!by || ANY(k, place_count, places[k] == by->pc))
            continue;
        places[place_count++] = by->pc;
        core_trace_origins(tile->trace, by->core, by->pc, by->step, used, used_suspect);
    }
}

static bool is_kernels(const struct words *words, const struct wire_op *to, uint32_t pc)
{
    for (size_t i = words->booted; i < words->run->wire.count; i++) {
        const struct wire_op *op = &words->run->wire.ops[i];
        if (op->kind == WIRE_WRITE && op->x == to->x && op->y == to->y && pc >= op->addr && pc - op->addr < op->size)
            return true;
    }
    return pc >= MMIO_IRAM;
}

enum tt_status words_add(struct words *words, size_t number, uint32_t offset, const struct word_used *used,
                         uint8_t bytes)
{
    const struct wire_op *op = &words->run->wire.ops[number];
    const struct word_candidate made = {
        number,          offset,    used->pc,   used->last, op->x,
        op->y,           used->use, used->core, bytes,      is_kernels(words, op, used->pc),
        used->is_suspect};
    NEED(MEM_PUSH(words->candidates, words->candidate_count, words->candidate_capacity, made), words->err,
         "no memory for the words of the host");
    return TT_OK;
}

/* The words of one write to a tile. Core NC of Wormhole executes its kernel in a memory of its own: the words of a
 * write with the same code in the same places. */
static enum tt_status words_of_write(struct words *words, size_t number, const struct word_used *l1, uint32_t l1_words,
                                     const struct word_used *iram)
{
    const struct wire_op *op = &words->run->wire.ops[number];
    for (uint32_t at = (uint32_t)-op->addr % WORD; at + WORD <= op->size; at += WORD) {
        const uint64_t word = (op->addr + at) / WORD;
        const struct word_used *used = word < l1_words ? &l1[word] : NULL;
        if (number >= words->booted && at / WORD < NC_IRAM_BYTES / WORD && (!used || !used->use))
            used = iram[at / WORD].code == load_u32(op->bytes + at) ? &iram[at / WORD] : NULL;
        if (used && used->use)
            TRY(words_add(words, number, at, used, 0));
    }
    return TT_OK;
}

static enum tt_status words_of_tile(struct words *words, struct program_followed *tile)
{
    const uint32_t l1_words = chip_get(words->run->chip)->l1_bytes / WORD;
    TRY(program_trace(tile, words->err));
    if (!tile->trace)
        return TT_OK;
    struct word_used *l1 OWNED(mem_free_at) = mem_calloc(l1_words, sizeof *l1);
    struct word_used *iram OWNED(mem_free_at) = mem_calloc(NC_IRAM_BYTES / WORD, sizeof *iram);
    NEED(l1 && iram, words->err, "no memory for the words of tile %u,%u", tile->x, tile->y);
    used_by_cores(tile->trace, l1, l1_words, iram);
    used_suspects(words->run, tile, &(struct words_used){l1, iram, l1_words});
    program_untrace(tile); /* trials need the room */
    for (size_t i = 0; i < words->run->wire.count; i++) {
        const struct wire_op *op = &words->run->wire.ops[i];
        if (op->kind == WIRE_WRITE && device_is_one(words->run->device, op->x, op->y, tile->x, tile->y))
            TRY(words_of_write(words, i, l1, l1_words, iram));
    }
    return TT_OK;
}

/* Bytes that why of a difference ended at. */
static enum tt_status words_of_operands(struct words *words)
{
    const struct program_run *run = words->run;
    for (size_t i = 0; i < run->operand_count; i++) {
        const uint32_t offset = run->operands[i].offset, byte = run->operands[i].is_word ? 15 : 1U << offset % WORD;
        const struct wire_op *op = FIND(run->wire.ops, run->wire.count, item->line == run->operands[i].line);
        if (!op || op->kind != WIRE_WRITE || (offset & ~(WORD - 1U)) + WORD > op->size)
            continue;
        const size_t number = (size_t)(op - run->wire.ops);
        struct word_candidate *there = FIND(words->candidates, words->candidate_count,
                                            item->number == number && item->offset == (offset & ~(WORD - 1U)));
        if (there)
            there->bytes |= (uint8_t)byte;
        else
            TRY(words_add(words, number, offset & ~(WORD - 1U), &(struct word_used){.use = WORD_OPERAND},
                          (uint8_t)byte));
    }
    return TT_OK;
}

static bool tile_takes_part(const struct program_run *run, const struct device_tile *tile)
{
    const struct conversation *conversation = &run->conversation;
    return tile->requests || device_summary(run->device).tiles <= FEW_TILES ||
           ANY(i, conversation->wait_count, conversation->waits[i].x == tile->x && conversation->waits[i].y == tile->y);
}

/* Firmware is up when the host has read its answer: before the first read, where tiles are written to behind it. */
static size_t words_booted(const struct words *words)
{
    const struct wire *wire = &words->run->wire;
    const struct wire_op *read = FIND(wire->ops, wire->count, item->kind == WIRE_READ);
    const struct wire_op *end = wire->ops + wire->count;
    for (const struct wire_op *op = read; op && op < end; op++)
        if (op->kind == WIRE_WRITE && device_kind_at(words->run->device, op->x, op->y) == DEVICE_WORKER)
            return (size_t)(read - wire->ops);
    return 0;
}

/* The first write of the host once firmware is up. */
static size_t words_begun(const struct words *words)
{
    const struct wire *wire = &words->run->wire;
    size_t i = words->booted;
    while (i < wire->count && wire->ops[i].kind != WIRE_WRITE)
        i++;
    return i;
}

/* From then on neither the host nor another tile has anything to do with it, but for its reset. */
static bool tile_is_idle(const struct words *words, const struct device_tile *tile)
{
    const struct device *device = words->run->device;
    const struct wire *wire = &words->run->wire;
    const size_t begun = words_begun(words);
    size_t count;
    const struct device_transfer *all = device_transfers(device, &count);
    return words->booted && !tile->requests &&
           !ANY(i, wire->count,
                i >= begun && (wire->ops[i].kind == WIRE_WRITE || wire->ops[i].kind == WIRE_READ) &&
                    device_is_one(device, wire->ops[i].x, wire->ops[i].y, tile->x, tile->y)) &&
           !ANY(i, count,
                all[i].way != DEVICE_BY_HOST &&
                    (device_is_one(device, all[i].to_x, all[i].to_y, tile->x, tile->y) ||
                     device_is_one(device, all[i].from_x, all[i].from_y, tile->x, tile->y)));
}

enum tt_status words_collect(struct words *words)
{
    struct device_tile tile;
    struct program_run *run = words->run;
    words->booted = words_booted(words);
    TRY(words_of_operands(words));
    for (uint64_t i = 0; device_tile(run->device, i, &tile); i++) {
        struct program_followed *followed = program_followed(run, tile.x, tile.y);
        if (followed && tile_takes_part(run, &tile))
            TRY(words_of_tile(words, followed));
        if (tile_is_idle(words, &tile))
            NEED(MEM_PUSH(words->idle, words->idle_count, words->idle_capacity, (struct word_tile){tile.x, tile.y}),
                 words->err, "no memory for the tiles of a program");
    }
    return TT_OK;
}
