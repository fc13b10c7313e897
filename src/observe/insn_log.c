/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses in the order reported; the datums of packers and unpackers, put together from their stages, which are
 * reported block by block. */
#include "observe/insn_log.h"

#include "base/memory.h"
#include "isa/isa.h"
#include "observe/depends_index.h"

#include <string.h>

/* The datums of a packer or unpacker so far, and of the block at work. */
struct datums {
    uint16_t *cells;
    uint32_t *addrs;
    size_t count, cell_capacity, addr_capacity;
    uint16_t *block_cells;
    uint32_t *block_addrs;
    size_t block_cell_count, block_cell_capacity, block_addr_count, block_addr_capacity;
    int last_stage; /* -1: none yet */
    bool is_broken;
};

struct insn_log {
    struct depends_insn insn;
    struct depends_access *accesses;
    size_t capacity;
    struct datums datums[PACKERS_MAX];
    struct depends_datums by_instance[PACKERS_MAX];
    bool is_broken;
    bool has_stages; /* `datums` hold something of the instruction */
};

struct insn_log *insn_log_new(void)
{
    struct insn_log *log = mem_calloc(1, sizeof *log);
    if (!log)
        return NULL;
    log->has_stages = true; /* nothing is set yet */
    log->insn.index = depends_index_new();
    if (log->insn.index)
        return log;
    mem_free(log);
    return NULL;
}

void insn_log_free(struct insn_log *log)
{
    if (!log)
        return;
    for (unsigned i = 0; i < PACKERS_MAX; i++) {
        mem_free(log->datums[i].cells);
        mem_free(log->datums[i].addrs);
        mem_free(log->datums[i].block_cells);
        mem_free(log->datums[i].block_addrs);
    }
    mem_free(log->accesses);
    depends_index_free(log->insn.index);
    mem_free(log);
}

void insn_log_begin(struct insn_log *log, const struct probe_insn *insn)
{
    log->insn.row = insn->insn;
    log->insn.unit = insn->unit;
    log->insn.word = insn->word;
    log->insn.access_count = 0;
    log->is_broken = false;
    depends_index_reset(log->insn.index);
    if (!log->has_stages)
        return;
    log->has_stages = false;
    for (unsigned i = 0; i < PACKERS_MAX; i++) {
        struct datums *datums = &log->datums[i];
        datums->count = datums->block_cell_count = datums->block_addr_count = 0;
        datums->last_stage = -1;
        datums->is_broken = false;
    }
}

void insn_log_access(struct insn_log *log, const struct probe_access *access)
{
    if (log->insn.access_count == log->capacity &&
        mem_grow(&log->accesses, &log->capacity, log->insn.access_count + 1, sizeof *log->accesses)) {
        log->is_broken = true;
        return;
    }
    log->accesses[log->insn.access_count++] =
        (struct depends_access){access->space, access->unit, access->instance, access->stream,     access->is_write,
                                access->lo,    access->hi,   access->tile,     access->first_datum};
}

/* Appends the datums of the block. */
static void close_block(struct datums *datums, bool has_addrs)
{
    const size_t count = datums->block_cell_count;
    if (count == 0 && datums->block_addr_count == 0)
        return;
    if ((has_addrs && datums->block_addr_count != count) ||
        mem_grow(&datums->cells, &datums->cell_capacity, datums->count + count, sizeof *datums->cells)) {
        datums->is_broken = true;
        return;
    }
    memcpy(datums->cells + datums->count, datums->block_cells, count * sizeof *datums->cells);
    if (has_addrs) {
        if (mem_grow(&datums->addrs, &datums->addr_capacity, datums->count + count, sizeof *datums->addrs)) {
            datums->is_broken = true;
            return;
        }
        memcpy(datums->addrs + datums->count, datums->block_addrs, count * sizeof *datums->addrs);
    }
    datums->count += count;
    datums->block_cell_count = datums->block_addr_count = 0;
}

static void insn_log_take_cells(struct datums *datums, const struct probe_stage *stage)
{
    datums->block_cell_count = 0;
    if (mem_grow(&datums->block_cells, &datums->block_cell_capacity, stage->count, sizeof *datums->block_cells)) {
        datums->is_broken = true;
        return;
    }
    memcpy(datums->block_cells, stage->origin, stage->count * sizeof *datums->block_cells);
    datums->block_cell_count = stage->count;
}

static void take_addrs(struct datums *datums, const struct probe_stage *stage)
{
    datums->block_addr_count = 0;
    if (stage->value_bytes != sizeof *datums->block_addrs ||
        mem_grow(&datums->block_addrs, &datums->block_addr_capacity, stage->count, sizeof *datums->block_addrs)) {
        datums->is_broken = true;
        return;
    }
    memcpy(datums->block_addrs, stage->values, stage->count * sizeof *datums->block_addrs);
    datums->block_addr_count = stage->count;
}

/* A stage with a lower number begins the next block; stage 0 of an unpacker reports addresses. */
void insn_log_stage(struct insn_log *log, const struct probe_stage *stage)
{
    if ((stage->unit != TT_UNIT_PACK && !unit_is_unpacker(stage->unit)) || stage->instance >= PACKERS_MAX)
        return;
    struct datums *datums = &log->datums[stage->instance];
    log->has_stages = true;
    if ((int)stage->stage <= datums->last_stage)
        close_block(datums, unit_is_unpacker(stage->unit));
    datums->last_stage = stage->stage;
    if (unit_is_unpacker(stage->unit) && stage->stage == 0)
        take_addrs(datums, stage);
    if (stage->origin)
        insn_log_take_cells(datums, stage);
}

const struct depends_insn *insn_log_end(struct insn_log *log, bool has_remap, bool has_swizzle)
{
    log->insn.accesses = log->accesses;
    log->insn.has_remap = has_remap;
    log->insn.has_swizzle = has_swizzle;
    log->insn.datums = log->by_instance;
    log->insn.datums_count = 0;
    for (unsigned i = 0; i < PACKERS_MAX; i++) {
        struct datums *datums = &log->datums[i];
        const bool has_addrs = unit_is_unpacker(log->insn.unit);
        if (datums->last_stage < 0)
            continue;
        close_block(datums, has_addrs);
        if (!datums->is_broken && datums->count)
            log->by_instance[log->insn.datums_count++] = (struct depends_datums){
                log->insn.unit, (uint8_t)i, (uint32_t)datums->count, datums->cells, has_addrs ? datums->addrs : NULL};
    }
    return &log->insn;
}

bool insn_log_is_broken(const struct insn_log *log)
{
    return log->is_broken;
}
