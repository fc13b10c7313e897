/* SPDX-License-Identifier: Apache-2.0 */
/* The cores' lives, and the way from an access to what stands at its address. docs/semantics/firmware.md */
#include "isa/cores.h"
#include "base/little.h"
#include "isa/riscv.h"
#include "tile/riscv/cores_internal.h"

#include "core_findings.h"
#include "core_regs.h"

enum riscv_step core_waits(struct core_port *port, enum core_wait wait, enum tt_core who)
{
    port->waiting = (struct core_waiting){wait, who};
    return RISCV_WAITS;
}

struct core_act core_act(const struct core_port *port, enum core_act_kind kind, uint32_t addr, uint32_t value)
{
    return (struct core_act){.kind = kind,
                             .core = port->id,
                             .pc = port->core.pc,
                             .thread = core_thread(port->id),
                             .addr = addr,
                             .value = value,
                             .bytes = sizeof(uint32_t)};
}

void core_report(struct core_port *port, const struct core_act *act)
{
    port->cores->changes++;
    port->cores->host.act(port->cores->host.user, act);
}

void core_acts(struct core_port *port, enum core_act_kind kind, uint32_t addr, uint32_t value)
{
    const struct core_act act = core_act(port, kind, addr, value);
    core_report(port, &act);
}

enum riscv_step core_push(struct core_port *port, unsigned thread, uint32_t word)
{
    struct cores *cores = port->cores;
    struct core_act act = core_act(port, CORE_PUSH, 0, word);
    act.is_behind = act.thread < 0;
    act.thread = (int)thread;
    if (!cores->host.push(cores->host.user, &act))
        return core_waits(port, CORE_WAITS_PUSH, (enum tt_core)(TT_CORE_T0 + thread));
    cores->changes++;
    return RISCV_DONE;
}

/* `.ttinsn`: Ti's goes to its own thread, core B's to thread 0 (R4); core NC reaches no pipe (R1). */
static enum riscv_step cores_on_push(void *user, uint32_t word)
{
    struct core_port *port = user;
    const int thread = core_thread(port->id);
    if (port->id == TT_CORE_NC)
        return riscv_refuse(&port->bus, "core nc cannot push into a pipe (R1)");
    return core_push(port, thread < 0 ? 0 : (unsigned)thread, word);
}

/* A T core's view of the four streams that its thread's configuration names: their phases, then how many messages
 * they hold (R7s). */
static uint32_t stream_status(const struct core_port *port, uint32_t which)
{
    enum { STREAMS = 4 };
    static const enum core_reg ids[STREAMS] = {
        CORE_REG_STREAM_ID_TRISC_SEC0_BankSel,
        CORE_REG_STREAM_ID_TRISC_SEC1_BankSel,
        CORE_REG_STREAM_ID_TRISC_SEC2_BankSel,
        CORE_REG_STREAM_ID_TRISC_SEC3_BankSel,
    };
    const struct tile *tile = port->cores->tile;
    const unsigned thread = (unsigned)core_thread(port->id);
    const uint32_t stream = cfg_field(tile, TT_UNIT_CORE, thread, (enum reg_id)ids[which % STREAMS]);
    const unsigned cell = which < STREAMS ? STREAM_CELL_CURR_PHASE : STREAM_CELL_NUM_MSGS_RECEIVED;
    return tile_register(tile, MMIO_STREAM + stream * MMIO_STREAM_BYTES +
                                   mmio_register_offset(tile->chip->id, PLACE_STREAM, cell));
}

/* Which classes of instructions are queued or at work (R7). While a pipe is not empty all of them are said to be: which
 * ones is not modelled. */
static enum riscv_step on_status(void *user, uint32_t csr, uint32_t *value)
{
    enum { QSTATUS = 0xBC0, STREAM_STATUS = 0xBC2, CLASSES = 0x7FF, ALL_AT_QSTATUS = 13, ALL_AT_BSTATUS = 11 };
    struct core_port *port = user;
    const struct cores_host *host = &port->cores->host;
    const int thread = core_thread(port->id);
    bool is_any_busy = false;
    if (csr >= STREAM_STATUS) {
        *value = stream_status(port, csr - STREAM_STATUS);
        return RISCV_DONE;
    }
    *value = thread >= 0 && !host->pipe_is_dry(host->user, (unsigned)thread) ? CLASSES : 0;
    for (unsigned i = 0; i < THREADS; i++)
        is_any_busy |= !host->pipe_is_dry(host->user, i);
    if (is_any_busy)
        *value |= (uint32_t)CLASSES << (csr == QSTATUS ? ALL_AT_QSTATUS : ALL_AT_BSTATUS);
    return RISCV_DONE;
}

void core_reads_time(struct core_port *port, enum core_time time)
{
    static const char *const names[] = {"its count of cycles", "the wall clock"};
    struct tile *tile = port->cores->tile;
    if (!tile_probed(tile, PROBE_FINDING) || port->said_times >> time & 1)
        return;
    port->said_times |= (uint8_t)(1u << time);
    tile_raise(tile, FINDING_CORE_TIME_GUESSED, TT_UNIT_CORE, port->id, "core %s at %#x reads %s", core_name(port->id),
               (unsigned)port->core.pc, names[time]);
}

static void on_reads_time(void *user)
{
    core_reads_time(user, CORE_TIME_CYCLES);
}

static void connect(struct cores *cores, enum tt_core id)
{
    struct core_port *port = &cores->port[id];
    struct tile *tile = cores->tile;
    port->cores = cores;
    port->id = id;
    port->bus = (struct riscv_bus){
        .chip = tile->chip->id,
        .sees_streams = core_thread(id) >= 0,
        .user = port,
        .l1 = tile->state.l1,
        .l1_bytes = tile->chip->l1_bytes,
        .local = port->local,
        .local_bytes = core_local_bytes(tile->chip->id, id),
        .iram = core_iram_bytes(tile->chip->id, id) ? tile->state.nc_iram : NULL,
        .iram_bytes = core_iram_bytes(tile->chip->id, id),
        .l1_stores_are_reported = true,
        .load = core_load,
        .store = core_store,
        .push = cores_on_push,
        .status = on_status,
        .reads_time = on_reads_time,
        .code = riscv_code_new(tile->chip->id),
    };
}

struct cores *cores_new(struct tile *tile, const struct cores_host *host)
{
    struct cores *cores = mem_calloc(1, sizeof *cores);
    if (!cores)
        return NULL;
    cores->tile = tile;
    cores->host = *host;
    cores->soft_reset = SOFT_RESET_AT_START;
    bool has_memory = true;
    for (int id = 0; id < TT_CORE_COUNT; id++) {
        connect(cores, (enum tt_core)id);
        has_memory &= cores->port[id].bus.code != NULL;
    }
    if (has_memory) {
        tile->cores = cores;
        return cores;
    }
    cores_free(cores);
    return NULL;
}

void cores_free(struct cores *cores)
{
    if (!cores)
        return;
    for (int id = 0; id < TT_CORE_COUNT; id++)
        riscv_code_free(cores->port[id].bus.code);
    if (cores->tile->cores == cores)
        cores->tile->cores = NULL;
    mem_free(cores);
}

unsigned cores_take_released(struct cores *cores)
{
    const unsigned released = cores->released;
    cores->released = 0;
    return released;
}

bool cores_is_running(const struct cores *cores, enum tt_core core)
{
    return cores->port[core].is_running;
}

bool cores_is_halted(const struct cores *cores, enum tt_core core)
{
    return cores->port[core].is_halted;
}

bool cores_is_parked(const struct cores *cores, enum tt_core core)
{
    return cores->port[core].is_parked;
}

const struct riscv_core *cores_core(const struct cores *cores, enum tt_core core)
{
    return &cores->port[core].core;
}

const char *cores_reason(const struct cores *cores, enum tt_core core)
{
    return cores->port[core].bus.reason;
}

uint8_t *cores_local(struct cores *cores, enum tt_core core)
{
    return cores->port[core].local;
}

uint8_t *cores_memory(struct cores *cores, size_t *bytes)
{
    *bytes = sizeof *cores;
    return (uint8_t *)cores;
}

struct riscv_core *cores_registers(struct cores *cores, enum tt_core core)
{
    return &cores->port[core].core;
}

uint64_t cores_changes(const struct cores *cores)
{
    return cores->changes;
}

void cores_set_mark(struct cores *cores, enum tt_core core)
{
    const struct core_port *port = &cores->port[core];
    struct core_mark *mark = &cores->mark[core];
    mark->core = port->core;
    memcpy(mark->local, port->local, sizeof mark->local);
}

/* The count of instructions grows for ever, and is no state that a program rests in. */
static bool is_same_core(const struct riscv_core *a, const struct riscv_core *b)
{
    return a->pc == b->pc && memcmp(a->x, b->x, sizeof a->x) == 0 && memcmp(a->f, b->f, sizeof a->f) == 0 &&
           a->fcsr == b->fcsr && a->cfg0 == b->cfg0 && memcmp(a->pmacfg, b->pmacfg, sizeof a->pmacfg) == 0 &&
           memcmp(a->scratch, b->scratch, sizeof a->scratch) == 0 && memcmp(a->event, b->event, sizeof a->event) == 0 &&
           memcmp(a->held, b->held, sizeof a->held) == 0 && memcmp(a->counter, b->counter, sizeof a->counter) == 0;
}

bool cores_is_at_mark(const struct cores *cores, enum tt_core core)
{
    const struct core_port *port = &cores->port[core];
    const struct core_mark *mark = &cores->mark[core];
    return port->core.retired != mark->core.retired && is_same_core(&port->core, &mark->core) &&
           memcmp(port->local, mark->local, sizeof mark->local) == 0;
}

enum riscv_step cores_step(struct cores *cores, enum tt_core core, struct core_waiting *waiting)
{
    struct core_port *port = &cores->port[core];
    const uint32_t pc = port->core.pc;
    port->waiting = (struct core_waiting){CORE_WAITS_NOT, core};
    const enum riscv_step step = riscv_core_step(&port->core, &port->bus);
    *waiting = port->waiting;
    port->is_parked = step == RISCV_DONE && port->core.pc == pc && port->is_running;
    if (step == RISCV_HALTED) {
        port->is_running = false;
        port->is_halted = true;
        cores->changes++;
    }
    return step;
}

/* In pieces, so that a jump to itself is soon found; who stands there is parked at once, for it changes nothing. */
uint64_t cores_run_ahead(struct cores *cores, enum tt_core core, bool alone, uint64_t most)
{
    enum { PIECE = 64, JUMP_TO_ITSELF = 0x0000006F };
    struct core_port *port = &cores->port[core];
    uint64_t in_all = 0, done = 0;
    enum riscv_step step = RISCV_DONE;
    while (step == RISCV_DONE && in_all < most && !port->is_parked) {
        const uint64_t piece = most - in_all < PIECE ? most - in_all : PIECE;
        step = riscv_core_run(&port->core, &port->bus, alone ? RISCV_REACH_L1 : RISCV_REACH_LOCAL, piece, &done);
        in_all += done;
        port->is_parked = cores_code(cores, core) == JUMP_TO_ITSELF;
    }
    return in_all;
}

uint32_t cores_code(const struct cores *cores, enum tt_core core)
{
    const struct core_port *port = &cores->port[core];
    const uint32_t pc = port->core.pc, in_iram = pc - RISCV_IRAM_BASE;
    if (pc <= port->bus.l1_bytes - sizeof(uint32_t))
        return load_u32(port->bus.l1 + pc);
    if (port->bus.iram && in_iram <= port->bus.iram_bytes - sizeof(uint32_t))
        return load_u32(port->bus.iram + in_iram);
    return 0;
}

bool cores_reads(const struct cores *cores, enum tt_core core, uint32_t *addr)
{
    const uint32_t word = cores_code(cores, core);
    const uint32_t offset = riscv_opcode(word) == RISCV_AMO ? 0 : (uint32_t)((int32_t)word >> 20);
    *addr = cores->port[core].core.x[word >> 15 & 31] + offset;
    return riscv_reads_memory(word);
}

unsigned cores_read_bytes(const struct cores *cores, enum tt_core core)
{
    return riscv_access_bytes(cores_code(cores, core));
}

bool cores_reads_l1(const struct cores *cores, enum tt_core core, uint32_t *addr)
{
    return cores_reads(cores, core, addr) && *addr < cores->tile->chip->l1_bytes;
}
