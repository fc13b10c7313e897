/* SPDX-License-Identifier: Apache-2.0 */
/* How much of the units' work each agent knows to be done: by STALLWAIT, FLUSHDMA, semaphores, mutexes and the waits of
 * cores (F18 to F22). docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"
#include "observe/hazard_wait.h"

#include "base/guard/built_wide.h"
#include "isa/cores.h"
#include "isa/mmio.h"

#include "insn_ids.h"
#include "pack_insns.h"
#include "push_findings.h"
#include "scalar_insns.h"
#include "sync_insns.h"

enum { ALL_UNITS = (1 << HAZARD_UNITS) - 1 };
enum { CLOCK_TIMES = sizeof(((struct hazard_clock *)NULL)->done) / sizeof(uint64_t) };
enum { WORMHOLE_PACKERS = 0xF, BLOCK_WAIT_WORDS = 1 << 1 };

/* Every agent knows the work of no thread to be done (know_outside), so that it may be joined like the rest. */
BUILT_WIDE static void join_done(uint64_t ours[CLOCK_TIMES], const uint64_t theirs[CLOCK_TIMES])
{
    for (unsigned i = 0; i < CLOCK_TIMES; i++)
        ours[i] = (int64_t)ours[i] < (int64_t)theirs[i] ? theirs[i] : ours[i]; /* stored in any case: no branch */
}

void hazard_clock_join_after(struct hazard_clock *clock, const struct hazard_clock *other, unsigned cycles)
{
    for (unsigned thread = 0; thread < THREADS; thread++) {
        const uint64_t ours = clock->done[HAZARD_AT_ISSUE][thread], theirs = other->done[HAZARD_AT_ISSUE][thread];
        const uint64_t cycle = other->cycle[thread] ? other->cycle[thread] + cycles : 0;
        if (theirs > ours || (theirs == ours && cycle > clock->cycle[thread]))
            clock->cycle[thread] = cycle;
    }
    join_done((uint64_t *)clock->done, (const uint64_t *)other->done);
}

void hazard_clock_join(struct hazard_clock *clock, const struct hazard_clock *other)
{
    hazard_clock_join_after(clock, other, 0);
}

void hazard_clock_learn(struct hazard_clock *clock, unsigned thread, enum tt_unit unit, uint64_t time)
{
    if (clock->done[unit][thread] < time)
        clock->done[unit][thread] = time;
}

/* Units that end their words in the order in which they were issued, whichever thread's. */
static bool works_in_order(enum tt_unit unit)
{
    return unit == TT_UNIT_MATRIX || unit == TT_UNIT_VECTOR || unit == TT_UNIT_MOVER || unit_is_unpacker(unit);
}

void hazard_learn_unit(const struct hazards *hazards, struct hazard_clock *clock, unsigned thread, enum tt_unit unit,
                       uint64_t time)
{
    const struct hazard_given *given = &hazards->given[unit][thread];
    hazard_clock_learn(clock, thread, unit, time);
    const bool is_ordered = works_in_order(unit) && hazard_has(hazards, EDGE_UNIT_ORDER);
    for (unsigned other = 0; is_ordered && given->time && given->time <= time && other < THREADS; other++)
        hazard_clock_learn(clock, other, unit, given->issued[other]);
}

/* Likewise of these units. */
static void learn_units(const struct hazards *hazards, struct hazard_clock *clock, unsigned thread, uint32_t units,
                        uint64_t time)
{
    for (; units; units &= units - 1)
        hazard_learn_unit(hazards, clock, thread, (enum tt_unit)__builtin_ctz(units), time);
}

void hazard_all_learn(struct hazards *hazards, enum tt_unit unit, unsigned thread)
{
    for (unsigned i = 0; i < HAZARD_AGENTS; i++) {
        hazard_clock_learn(&hazards->agents[i], thread, unit, hazards->time);
        hazards->news[i]++;
    }
}

/* Condition bits to units (F22). */
static const struct {
    uint8_t bit, bit_with_packers; /* where STALLWAIT names each packer */
    enum tt_unit unit;
} conditions[] = {
    {0, 0, TT_UNIT_SCALAR}, {1, 1, TT_UNIT_UNPACK0},  {2, 2, TT_UNIT_UNPACK1},
    {3, 3, TT_UNIT_PACK},   {4, 7, TT_UNIT_MATRIX},   {9, 12, TT_UNIT_MOVER},
    {10, 13, TT_UNIT_CORE}, {11, 14, TT_UNIT_VECTOR}, {12, 31, TT_UNIT_CONFIG}, /* Wormhole has none */
};

uint32_t hazard_condition(enum tt_chip chip, enum tt_unit unit)
{
    const bool names_packers = chip_get(chip)->stallwait_names_packers;
    uint32_t mask = 0;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        if (conditions[i].unit == unit)
            mask = UINT32_C(1) << (names_packers ? conditions[i].bit_with_packers : conditions[i].bit);
    return names_packers && unit == TT_UNIT_PACK ? WORMHOLE_PACKERS << 3 : mask;
}

/* On Wormhole a wait need not name the packers that the thread does not use. */
static uint32_t units_of(const struct hazards *hazards, unsigned thread, uint32_t mask)
{
    uint32_t units = 0;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        const bool names_packers = chip_get(hazards->chip)->stallwait_names_packers;
        bool is_named = mask >> (names_packers ? conditions[i].bit_with_packers : conditions[i].bit) & 1;
        if (names_packers && conditions[i].unit == TT_UNIT_PACK)
            is_named = !(hazards->packers_used[thread] & ~(mask >> 3) & WORMHOLE_PACKERS);
        units |= is_named ? unit_bit(conditions[i].unit) : 0;
    }
    return units;
}

static insn_id id_of(const struct hazards *hazards)
{
    return hazards->insn ? hazards->insn->id : INSN_NONE;
}

static void __attribute__((noinline)) finish_wait(struct hazards *hazards, unsigned thread)
{
    struct hazard_wait *wait = &hazards->waits[thread];
    if (wait->is_open)
        hazard_clock_join(&hazards->agents[thread], &wait->known);
    wait->is_open = false;
}

static struct hazard_clock *open_wait(struct hazards *hazards, unsigned thread, uint32_t word)
{
    struct hazard_wait *wait = &hazards->waits[thread];
    memset(wait, 0, sizeof *wait);
    wait->is_open = true;
    wait->kinds = sync_stops(hazards->chip, word);
    return &wait->known;
}

static void open_stallwait(struct hazards *hazards, unsigned thread, uint32_t word)
{
    const struct insn_stallwait f = isa_decode_stallwait(hazards->chip, word);
    const uint32_t without = chip_get(hazards->chip)->stallwait_names_packers ? 0x7F : 0x0F;
    const uint64_t latched = hazards->latched[thread];
    const uint32_t units = units_of(hazards, thread, f.wait_res ? f.wait_res : without);
    struct hazard_clock *known = open_wait(hazards, thread, word);
    if (hazard_has(hazards, EDGE_WAIT))
        learn_units(hazards, known, thread, units, latched ? latched : hazards->time);
    /* the mover is asked for all threads' requests */
    for (unsigned other = 0; (units & unit_bit(TT_UNIT_MOVER)) && hazard_has(hazards, EDGE_WAIT) && other < THREADS;
         other++)
        hazard_clock_learn(known, other, TT_UNIT_MOVER, hazards->agents[thread].done[HAZARD_AT_ISSUE][other]);
    if ((units & unit_bit(TT_UNIT_CORE)) && hazard_has(hazards, EDGE_STORES))
        hazard_clock_learn(known, thread, HAZARD_STORE_DONE, hazards->agents[thread].done[HAZARD_CORE_STORE][thread]);
    if (hazards->source.tile && hazard_has(hazards, EDGE_BANK_AWAITED))
        hazard_banks_awaited(hazards, thread, word, known);
}

/* Of the packers it asks for the first alone. */
static void hazard_clock_flush(struct hazards *hazards, unsigned thread, uint32_t word)
{
    const struct insn_flushdma f = isa_decode_flushdma(hazards->chip, word);
    const uint32_t spec = f.flush_spec ? f.flush_spec : 15;
    const bool has_packer = (spec & 8) && !(hazards->packers_used[thread] & ~1u);
    const uint32_t units = (spec & 1 ? unit_bit(TT_UNIT_SCALAR) : 0) | (spec & 2 ? unit_bit(TT_UNIT_UNPACK0) : 0) |
                           (spec & 4 ? unit_bit(TT_UNIT_UNPACK1) : 0) | (has_packer ? unit_bit(TT_UNIT_PACK) : 0);
    learn_units(hazards, &hazards->agents[thread], thread, units, hazards->time);
}

/* In both directions: an agent that posts or gets passes on what it knows, and learns what the others passed on. */
static void meet(struct hazard_clock *agent, struct hazard_clock *shared)
{
    hazard_clock_join(shared, agent);
    hazard_clock_join(agent, shared);
}

static void order_semaphores(struct hazards *hazards, unsigned thread, uint32_t word)
{
    const struct insn_semwait wait = isa_decode_semwait(hazards->chip, word);
    /* SEMPOST and SEMGET choose semaphores in the same bits. */
    const struct insn_seminit init = isa_decode_seminit(hazards->chip, word);
    const insn_id id = id_of(hazards);
    const uint32_t mask = id == INSN_SEMWAIT ? wait.sem_sel : init.sem_sel;
    struct hazard_clock *known = id == INSN_SEMWAIT ? open_wait(hazards, thread, word) : NULL;
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        if (!(mask >> i & 1))
            continue;
        if (id == INSN_SEMINIT)
            hazard_semaphore_set(&hazards->semaphores[i], init.init_value, init.max_value);
        else if (id != INSN_SEMWAIT)
            hazard_semaphore_step(hazards, thread, i, id == INSN_SEMPOST);
        if (id == INSN_SEMWAIT && (wait.wait_sem_cond & 1) && hazard_has(hazards, EDGE_POST))
            hazard_semaphore_above(hazards, known, thread, i);
        if (id == INSN_SEMWAIT && (wait.wait_sem_cond & 2) && hazard_has(hazards, EDGE_GET))
            hazard_semaphore_below(hazards, known, thread, i, hazards->semaphores[i].max);
    }
}

static void __attribute__((noinline)) order_sync(struct hazards *hazards, unsigned thread, uint32_t word)
{
    const struct insn_atgetm mutex = isa_decode_atgetm(hazards->chip, word);
    switch ((unsigned)id_of(hazards)) {
    case INSN_ATGETM:
    case INSN_ATRELM:
        if (mutex.mutex_index < HAZARD_MUTEXES && hazard_has(hazards, EDGE_MUTEX))
            meet(&hazards->agents[thread], &hazards->mutexes[mutex.mutex_index]);
        return;
    case INSN_SEMINIT:
    case INSN_SEMPOST:
    case INSN_SEMGET:
    case INSN_SEMWAIT:
        order_semaphores(hazards, thread, word);
        return;
    case INSN_STALLWAIT:
        open_stallwait(hazards, thread, word);
        return;
    default:
        return;
    }
}

/* A word that waits comes when the wait before it has ended; on Wormhole a SEMWAIT takes the place of one that does not
 * stop its kind (F22). */
static bool ends_wait(const struct hazards *hazards, unsigned thread, uint32_t word)
{
    const uint32_t kinds = hazards->waits[thread].kinds;
    if (!sync_is_wait(hazards->insn))
        return (sync_kinds(hazards->insn, word) & kinds) != 0;
    return id_of(hazards) != INSN_SEMWAIT || !chip_get(hazards->chip)->wait_may_be_replaced ||
           (kinds & BLOCK_WAIT_WORDS);
}

static void note_packers(struct hazards *hazards, unsigned thread, uint32_t word)
{
    const struct insn_pacr f = isa_decode_pacr(hazards->chip, word);
    hazards->packers_used[thread] |= f.packer_mask ? f.packer_mask : 1;
}

/* A store to a stream's register passes on what its agent knows; an agent that reads it learns that (R54). */
static struct hazard_clock *stream_at(struct hazards *hazards, uint32_t addr)
{
    const bool is_stream = addr >= MMIO_STREAM && addr < MMIO_STREAM_END;
    return is_stream ? &hazards->streams[(addr - MMIO_STREAM) / MMIO_STREAM_BYTES] : NULL;
}

static void store_register(struct hazards *hazards, unsigned thread, uint32_t word)
{
    const struct insn_storereg f = isa_decode_storereg(hazards->chip, word);
    struct hazard_clock *stream = stream_at(hazards, MMIO_REGISTERS + 4 * f.reg_addr);
    if (stream)
        hazard_clock_join(stream, &hazards->agents[thread]);
}

static void __attribute__((noinline)) order_scalar(struct hazards *hazards, unsigned thread, uint32_t word)
{
    const insn_id id = id_of(hazards);
    if (id == INSN_FLUSHDMA && hazard_has(hazards, EDGE_FLUSH))
        hazard_clock_flush(hazards, thread, word);
    else if (id == INSN_STOREREG)
        store_register(hazards, thread, word);
}

void hazards_latch(struct hazards *hazards, unsigned thread)
{
    hazards->latched[thread] = hazards->time;
}

void hazard_order_word(struct hazards *hazards, unsigned thread, uint32_t word)
{
    hazards->time++;
    if (hazard_has(hazards, EDGE_ISSUE))
        hazard_clock_learn(&hazards->agents[thread], thread, HAZARD_AT_ISSUE, hazards->time);
    if (hazards->waits[thread].is_open && ends_wait(hazards, thread, word))
        finish_wait(hazards, thread);
    if (id_of(hazards) == INSN_PACR)
        note_packers(hazards, thread, word);
    else if (hazards->unit == TT_UNIT_SCALAR)
        order_scalar(hazards, thread, word);
    else if (hazards->unit == TT_UNIT_SYNC)
        order_sync(hazards, thread, word);
    if (hazards->latched[thread] && sync_is_wait(hazards->insn))
        hazards->latched[thread] = 0;
}

/* Events of no thread come after all cores' earlier ones and before all later ones. */
static void meet_all_cores(struct hazards *hazards)
{
    struct hazard_clock *outside = &hazards->agents[HAZARD_OUTSIDE];
    for (unsigned i = 0; i < THREADS; i++)
        hazard_clock_join(outside, &hazards->agents[HAZARD_CORES + i]);
    for (unsigned i = 0; i < THREADS; i++) {
        hazard_clock_join(&hazards->agents[HAZARD_CORES + i], outside);
        hazards->news[HAZARD_CORES + i]++;
    }
    hazards->news[HAZARD_OUTSIDE]++;
}

/* The thread whose core a mailbox is of, or who stored to it; -1: it is no T core's; of an address that is no mailbox,
 * too. */
static int mailbox_thread(const struct hazards *hazards, uint32_t addr, bool *is_mailbox)
{
    const struct mmio_target at = mmio_decode_any(hazards->chip, -1, addr);
    *is_mailbox = at.place == PLACE_MAILBOX;
    return *is_mailbox ? core_thread((enum tt_core)at.block) : -1;
}

static void learn_as_core(struct hazards *hazards, unsigned thread, const struct hazard_clock *known)
{
    hazard_clock_join(&hazards->agents[HAZARD_CORES + thread], known);
    hazards->news[HAZARD_CORES + thread]++;
}

/* Of a capture without cores the read is not known: from the store on counts, which may order too much. */
static void store_to_mailbox(struct hazards *hazards, unsigned stream, const struct ttcap_event *event)
{
    bool is_mailbox;
    const int to = mailbox_thread(hazards, event->addr, &is_mailbox);
    if (to >= 0 && !event->has_pc)
        learn_as_core(hazards, (unsigned)to, &hazards->agents[HAZARD_CORES + stream]);
}

/* The reader learns what the other core knew when it stored that value. */
void hazard_store_value(struct hazards *hazards, unsigned stream, size_t number)
{
    const size_t before = hazards->value_capacity;
    if (mem_grow(&hazards->values, &hazards->value_capacity, number + 1, sizeof *hazards->values)) {
        hazards->has_failed = true;
        return;
    }
    if (hazards->value_capacity > before)
        memset(&hazards->values[before], 0, (hazards->value_capacity - before) * sizeof *hazards->values);
    hazards->values[number] = hazards->agents[HAZARD_CORES + stream];
}

void hazard_read_value(struct hazards *hazards, unsigned stream, size_t number, enum hazard_edge edge)
{
    if (number < hazards->value_capacity && hazard_has(hazards, edge))
        learn_as_core(hazards, stream, &hazards->values[number]);
}

void hazard_learn_core(struct hazards *hazards, unsigned stream, unsigned from)
{
    if (hazard_has(hazards, EDGE_MAILBOX_FULL))
        learn_as_core(hazards, stream, &hazards->agents[HAZARD_CORES + from]);
}

void hazard_pipes_issued(struct hazards *hazards)
{
    for (unsigned i = 0; i < THREADS && hazard_has(hazards, EDGE_OUTSIDE); i++)
        hazard_clock_learn(&hazards->agents[HAZARD_OUTSIDE], i, HAZARD_AT_ISSUE,
                           hazards->agents[i].done[HAZARD_AT_ISSUE][i]);
}

/* A read of a semaphore or of a stream's register. */
static void __attribute__((noinline))
order_read(struct hazards *hazards, unsigned stream, const struct ttcap_event *event)
{
    struct hazard_clock *core = &hazards->agents[HAZARD_CORES + stream];
    const struct hazard_clock *registers = hazard_has(hazards, EDGE_STREAM) ? stream_at(hazards, event->addr) : NULL;
    hazards->news[HAZARD_CORES + stream]++;
    if (registers)
        hazard_clock_join(core, registers);
    if (event->addr == SEMAPHORE_UNPACK_SYNC && hazard_has(hazards, EDGE_GET))
        hazard_semaphore_below(hazards, core, HAZARD_CORES + stream, event->addr, event->value + 1);
    else if (event->addr < SEMAPHORES && event->addr != SEMAPHORE_UNPACK_SYNC && hazard_has(hazards, EDGE_POLL))
        hazard_clock_join(core, &hazards->semaphores[event->addr].all);
}

/* A store to a register, or a wait that is one. */
static void __attribute__((noinline))
order_register(struct hazards *hazards, unsigned stream, const struct ttcap_event *event)
{
    struct hazard_clock *core = &hazards->agents[HAZARD_CORES + stream];
    struct hazard_clock *registers = hazard_has(hazards, EDGE_STREAM) ? stream_at(hazards, event->addr) : NULL;
    hazards->news[HAZARD_CORES + stream]++;
    if (registers)
        hazard_clock_join(registers, core);
    if (hazard_has(hazards, EDGE_MAILBOX))
        store_to_mailbox(hazards, stream, event);
    if (event->addr == MMIO_PIPE_DRY && stream < THREADS && hazard_has(hazards, EDGE_PIPE)) {
        learn_units(hazards, &hazards->agents[stream], stream, ALL_UNITS, hazards->time);
        hazard_clock_join(core, &hazards->agents[stream]);
    }
    if (event->addr == MMIO_MACRO_OP_IDLE && stream < THREADS && hazard_has(hazards, EDGE_MACRO_OP))
        hazard_clock_learn(core, stream, HAZARD_EXPANDER, hazards->time);
}

void hazard_order_event(struct hazards *hazards, unsigned stream, const struct ttcap_event *event)
{
    hazards->time++;
    if (stream < THREADS)
        hazard_clock_learn(&hazards->agents[HAZARD_CORES + stream], stream, HAZARD_CORE_STORE, hazards->time);
    else if (hazards->orders_all && hazard_has(hazards, EDGE_OUTSIDE))
        meet_all_cores(hazards);
    if (event->kind == TTCAP_SEMR)
        order_read(hazards, stream, event);
    else if (event->kind == TTCAP_MMIO)
        order_register(hazards, stream, event);
    else if (event->kind == TTCAP_SEMW && event->addr < SEMAPHORES)
        hazard_semaphore_step(hazards, HAZARD_CORES + stream, event->addr, event->value == 0);
}

/* In one cycle core B's word goes into a pipe, and that of the thread's own core is lost (ISA page:
 * TensixCoprocessor). */
static void check_pushers(struct hazards *hazards, unsigned stream, unsigned thread, uint32_t word)
{
    const struct hazard_pusher last = hazards->pushers[thread];
    hazards->pushers[thread] = (struct hazard_pusher){true, stream, word};
    if (last.is_there && last.stream != stream)
        hazard_report(hazards,
                      &(struct hazard_pair){FINDING_PUSH_MAY_BE_LOST, false, HAZARD_CORES + stream, 0, HAZARD_EXPANDER,
                                            thread, last.stream == thread ? last.word : word,
                                            hazards->source.listener->seq, "what stands before its pipe", 0, false, 0},
                      hazards->time);
}

void hazard_push(struct hazards *hazards, unsigned stream, unsigned thread, unsigned slot, uint32_t word)
{
    const unsigned agent = HAZARD_CORES + stream;
    const struct hazard_clock *known = &hazards->agents[agent];
    struct hazard_push *push = &hazards->pushes[thread][slot];
    push->agent = agent;
    push->time = ++hazards->time;
    push->news = hazards->news[agent];
    push->stores = stream < THREADS ? known->done[HAZARD_CORE_STORE][stream] : 0;
    if (push->news != hazards->pushed[thread][agent])
        hazards->push_known[thread][slot] = *known;
    hazards->pushed[thread][agent] = push->news;
    check_pushers(hazards, stream, thread, word);
    if (stream == thread && isa_id(hazards->chip, word) == INSN_MOP)
        hazards->macro_ops[thread] = (struct hazard_use){hazards->time, 0, word, 0};
}

/* Between two pushes a core mostly learns of nothing but its own stores: then only those are passed on. */
void hazard_take(struct hazards *hazards, unsigned thread, unsigned slot)
{
    const struct hazard_push *push = &hazards->pushes[thread][slot];
    struct hazard_clock *pipe = &hazards->agents[thread];
    const unsigned core = push->agent - HAZARD_CORES;
    if (hazard_has(hazards, EDGE_PUSH) && hazards->taken[thread][push->agent] != push->news)
        hazard_clock_join(pipe, &hazards->push_known[thread][slot]);
    else if (hazard_has(hazards, EDGE_PUSH) && core < THREADS)
        hazard_clock_learn(pipe, core, HAZARD_CORE_STORE, push->stores);
    hazards->taken[thread][push->agent] = push->news;
    /* The expander takes a word when it has finished those before it. */
    if (hazard_has(hazards, EDGE_EXPANDER))
        hazard_clock_learn(pipe, thread, HAZARD_EXPANDER, push->time - 1);
}
