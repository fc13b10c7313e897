/* SPDX-License-Identifier: Apache-2.0 */
/* A firmware that does not come to its end, in words: what each core and pipe waits for.
 * docs/semantics/firmware.md#the-end
 */
#include "order/firmware.h"

#include "base/text/text.h"
#include "isa/cores.h"
#include "isa/riscv_text.h"
#include "order/wait_text.h"

#include "core_findings.h"
#include "name_texts.h"
#include "place_texts.h"
#include "undefined_findings.h"

enum { READS_MAX = 4, PERIOD_MAX = 1 << 20 };

/* An address that a core reads again and again, in a loop that does nothing else. */
struct polled {
    uint32_t addr[READS_MAX];
    unsigned count;
    bool is_more;
};

static void firmware_wait_add_read(struct polled *polled, uint32_t addr)
{
    for (unsigned i = 0; i < polled->count; i++)
        if (polled->addr[i] == addr)
            return;
    if (polled->count == READS_MAX)
        polled->is_more = true;
    else
        polled->addr[polled->count++] = addr;
}

/* Local RAM is private to the core: it never waits for another there. */
static bool firmware_wait_is_own(enum tt_chip chip, enum tt_core core, uint32_t addr)
{
    return addr - RISCV_LOCAL_BASE < core_local_bytes(chip, core);
}

/* The state repeats, so that running through it once more changes nothing and shows which addresses are read. */
static void find_polled(struct firmware *firmware, enum tt_core core, uint64_t period, struct polled *polled)
{
    const enum tt_chip chip = firmware->program.replay->info->chip;
    *polled = (struct polled){.count = 0};
    for (uint64_t i = 0; i < period && i < PERIOD_MAX; i++) {
        struct core_waiting waiting;
        uint32_t addr;
        if (cores_reads(firmware->cores, core, &addr) && !firmware_wait_is_own(chip, core, addr))
            firmware_wait_add_read(polled, addr);
        if (cores_step(firmware->cores, core, &waiting) != RISCV_DONE)
            break;
    }
}

/* By whom, as replay_wait has it: the one core or pipe that can, or 0. */
static unsigned blocked_by(enum tt_core core, const struct core_waiting *waiting)
{
    switch (waiting->wait) {
    case CORE_WAITS_PUSH:
        return 1u << (PARTY_PIPES + (unsigned)waiting->who - TT_CORE_T0);
    case CORE_WAITS_PIPE_DRY:
    case CORE_WAITS_MACRO_OP:
        return 1u << (PARTY_PIPES + (unsigned)core - TT_CORE_T0);
    case CORE_WAITS_MAILBOX_EMPTY:
    case CORE_WAITS_PCBUF_FULL:
    case CORE_WAITS_T_CORE:
        return 1u << waiting->who;
    case CORE_WAITS_PCBUF_EMPTY:
        return 1u << TT_CORE_B;
    case CORE_WAITS_PACKED_TILE: /* whichever thread's word, or core, it is */
    case CORE_WAITS_MAILBOX_FULL:
    case CORE_WAITS_NOT:
        break;
    }
    return 0;
}

/* "core t2", and that nothing can come of it. */
static void firmware_wait_add_core(const struct firmware *firmware, enum tt_core core, char who[static WAIT_TEXT_MAX])
{
    wait_text_add(who, "core %s%s", core_name(core),
                  cores_is_running(firmware->cores, core) ? "" : ", which is in reset");
}

/* Where any core may be the one that is waited for: those of the threads that cannot. */
static void firmware_wait_add_held(const struct firmware *firmware, char who[static WAIT_TEXT_MAX])
{
    unsigned count = 0;
    for (unsigned core = TT_CORE_T0; core <= TT_CORE_T2; core++)
        if (!cores_is_running(firmware->cores, (enum tt_core)core))
            wait_text_add(who, "%s%s", count++ ? ", " : " (in reset: core ", core_name((enum tt_core)core));
    if (count)
        wait_text_add(who, ")");
}

static void report_l1(const struct firmware *firmware, uint32_t addr, char what[static WAIT_TEXT_MAX],
                      char who[static WAIT_TEXT_MAX])
{
    uint8_t bytes[4];
    tile_load(firmware->program.replay->tile, TT_SPACE_L1, addr & ~3u, sizeof bytes, bytes);
    wait_text_add(what, "0x%05" PRIx32 " of L1 to change from %02x%02x%02x%02x", addr & ~3u, bytes[3], bytes[2],
                  bytes[1], bytes[0]);
    wait_text_add(who, "a store there by another core, the packer or the host");
    firmware_wait_add_held(firmware, who);
}

/* Kernels count pages of a circular buffer in two registers of the stream of its number (R54). */
static void describe_stream(const struct firmware *firmware, uint32_t addr, char what[static WAIT_TEXT_MAX],
                            char who[static WAIT_TEXT_MAX])
{
    const struct replay *replay = firmware->program.replay;
    const struct mmio_target at = mmio_decode_any(replay->info->chip, -1, addr);
    const struct mmio_register *reg = at.reg;
    const unsigned stream = at.block;
    if (reg && reg->cell == STREAM_CELL_REMOTE_DEST_BUF_SIZE)
        wait_text_add(what, "more pages in circular buffer %u", stream);
    else if (reg && reg->cell == STREAM_CELL_REMOTE_DEST_BUF_START)
        wait_text_add(what, "more pages taken out of circular buffer %u", stream);
    else
        wait_text_add(what, "%s of stream %u to change", reg ? reg->name : "a register", stream);
    wait_text_add(what, "; it stands at %" PRIu32, tile_register(replay->tile, addr));
    wait_text_add(who, "a store to 0x%08" PRIx32 " by a core, " INSN_TEXT_STOREREG " of a pipe, or the host", addr);
}

/* One address that is polled. */
static void firmware_wait_report_read(const struct firmware *firmware, enum tt_core core, uint32_t addr,
                                      char what[static WAIT_TEXT_MAX], char who[static WAIT_TEXT_MAX])
{
    const struct replay *replay = firmware->program.replay;
    const struct mmio_target at = mmio_decode(replay->info->chip, core, addr);
    uint32_t value = 0;
    if (addr < chip_get(replay->info->chip)->l1_bytes) {
        report_l1(firmware, addr, what, who);
        return;
    }
    switch (at.place) {
    case PLACE_SEMAPHORE:
        tile_load_numbers(replay->tile, TT_SPACE_STATE, 4 * STATE_SEM + at.index * (uint32_t)sizeof(struct semaphore),
                          1, &value);
        wait_text_add(what, "semaphore %" PRIu32 " (%s) to change from %" PRIu32, at.index,
                      program_semaphore_name(at.index), value);
        wait_text_add(who, "a core's store to it, or " INSN_TEXT_SEMPOST ", " INSN_TEXT_SEMGET ", " INSN_TEXT_SEMINIT
                           " of a pipe");
        firmware_wait_add_held(firmware, who);
        program_name_lost(&firmware->program, at.index, value == 0, who);
        return;
    case PLACE_MAILBOX:
        wait_text_add(what, "its mailbox from core %s to fill", core_name((enum tt_core)at.block));
        firmware_wait_add_core(firmware, (enum tt_core)at.block, who);
        return;
    case PLACE_GPR:
        wait_text_add(what, "scalar register %" PRIu32 " to change", at.offset / 4);
        wait_text_add(who, "a word of its pipe");
        return;
    case PLACE_CFG:
        wait_text_add(what, "configuration at 0x%08" PRIx32 " to change", addr);
        wait_text_add(who, "a core, or a word of a pipe that writes configuration");
        return;
    case PLACE_STREAM:
        describe_stream(firmware, addr, what, who);
        return;
    case PLACE_NOC:
        wait_text_add(what, "the network interface at 0x%08" PRIx32 " to change", addr);
        wait_text_add(who, "another tile, which is not part of the replay");
        return;
    case PLACE_NONE:
    case PLACE_OTHER_LOCAL:
    case PLACE_TDMA:
    case PLACE_DEBUG:
    case PLACE_PC_SNAPSHOT:
    case PLACE_MOP_CFG:
    case PLACE_DST:
    case PLACE_PUSH:
    case PLACE_PCBUF:
    case PLACE_PIPE_DRY:
    case PLACE_MACRO_OP_IDLE:
        break;
    }
    wait_text_add(what, "0x%08" PRIx32 " to change", addr);
    wait_text_add(who, "whoever makes it");
}

/* Whom a polled address names: the core that fills a mailbox. */
static unsigned polled_by(const struct firmware *firmware, enum tt_core core, uint32_t addr)
{
    const struct mmio_target at = mmio_decode(firmware->program.replay->info->chip, core, addr);
    const bool is_l1 = addr < chip_get(firmware->program.replay->info->chip)->l1_bytes;
    return !is_l1 && at.place == PLACE_MAILBOX ? 1u << at.block : 0;
}

static void describe_blocked(const struct firmware *firmware, const struct core_waiting *waiting,
                             char what[static WAIT_TEXT_MAX], char who[static WAIT_TEXT_MAX])
{
    const char *other = core_name(waiting->who);
    switch (waiting->wait) {
    case CORE_WAITS_PUSH:
        wait_text_add(what, "room in front of the pipe of thread %u", (unsigned)waiting->who - (unsigned)TT_CORE_T0);
        wait_text_add(who, "that pipe, which waits itself");
        break;
    case CORE_WAITS_PIPE_DRY:
        wait_text_add(what, "its own pipe to be empty");
        wait_text_add(who, "that pipe, which waits itself");
        break;
    case CORE_WAITS_MACRO_OP:
        wait_text_add(what, "its macro-op expander to be empty");
        wait_text_add(who, "its own pipe, which waits itself");
        break;
    case CORE_WAITS_PACKED_TILE:
        wait_text_add(what, "a data tile in a packer's queue");
        wait_text_add(who, "a " INSN_TEXT_PACR " that closes one, with " FIELD_TEXT_SECTION_Enable_out_fifo);
        break;
    case CORE_WAITS_MAILBOX_EMPTY:
        wait_text_add(what, "a value in its mailbox from core %s", other);
        firmware_wait_add_core(firmware, waiting->who, who);
        break;
    case CORE_WAITS_MAILBOX_FULL:
        wait_text_add(what, "room in its mailbox to core %s", other);
        wait_text_add(who, "a core that takes a value from it");
        break;
    case CORE_WAITS_PCBUF_EMPTY:
        wait_text_add(what, "a value in its PCBuf");
        firmware_wait_add_core(firmware, TT_CORE_B, who);
        break;
    case CORE_WAITS_PCBUF_FULL:
        wait_text_add(what, "room in the PCBuf of core %s", other);
        firmware_wait_add_core(firmware, waiting->who, who);
        break;
    case CORE_WAITS_T_CORE:
        wait_text_add(what, "core %s and its pipe to have nothing left to do", other);
        firmware_wait_add_core(firmware, waiting->who, who);
        break;
    case CORE_WAITS_NOT:
        break;
    }
}

void firmware_report_waited(const struct firmware *firmware, enum tt_core core)
{
    const struct replay *replay = firmware->program.replay;
    const struct firmware_core *self = &firmware->core[core];
    char what[WAIT_TEXT_MAX] = "", who[WAIT_TEXT_MAX] = "";
    const bool is_t_core = core >= TT_CORE_T0 && core <= TT_CORE_T2;
    if (!is_t_core || !REPLAY_HAS(replay, waited) || self->waits_since == firmware->program.step)
        return;
    describe_blocked(firmware, &self->waiting, what, who);
    const struct replay_waited waited = {.thread = (unsigned)core - TT_CORE_T0,
                                         .is_core = true,
                                         .first_step = self->waits_since,
                                         .last_step = firmware->program.step,
                                         .event = replay->summary->events,
                                         .what = what,
                                         .by = blocked_by(core, &self->waiting)};
    REPLAY_REPORT(replay, waited, &waited);
}

static const char stopped_by[] = "none: nothing here runs that"; /* who would let a core go on that has stopped */

static void report_core(struct firmware *firmware, enum tt_core core, const char *what, const char *who, unsigned by)
{
    const uint32_t pc = cores_core(firmware->cores, core)->pc;
    struct replay *replay = firmware->program.replay;
    if (!replay_wants_waiting(replay))
        return;
    struct replay_wait wait = {.is_core = true, .has_pc = true, .core = core, .pc = pc, .by = by};
    (void)text_print(wait.what, sizeof wait.what, "%s", what);
    (void)text_print(wait.who, sizeof wait.who, "%s", who);
    (void)riscv_disassemble(replay->info->chip, cores_code(firmware->cores, core), pc, wait.code);
    replay_report_waiting(replay, &wait);
}

/* Not a fault of the program: the tiles that it talks to are not part of the replay. */
static void describe_network(struct firmware *firmware, enum tt_core core, const struct polled *polled)
{
    struct replay *replay = firmware->program.replay;
    for (unsigned i = 0; i < polled->count; i++) {
        char detail[WAIT_TEXT_MAX];
        if (polled->addr[i] < MMIO_NOC || polled->addr[i] >= MMIO_NOC_1_END)
            continue;
        (void)snprintf(detail, sizeof detail, "core %s at 0x%" PRIx32 " polls the network interface at 0x%08" PRIx32,
                       core_name(core), cores_core(firmware->cores, core)->pc, polled->addr[i]);
        const struct probe_finding finding = {FINDING_CORE_WAITS_FOR_NETWORK, TT_UNIT_CORE, (uint8_t)core, detail,
                                              NULL};
        replay->listener->seq = firmware->program.step;
        replay->listener->probe.finding(replay->listener->probe.user, &finding);
    }
}

static void report_polling(struct firmware *firmware, enum tt_core core)
{
    const uint64_t period = firmware->period;
    unsigned by = 0;
    char what[WAIT_TEXT_MAX] = "", who[WAIT_TEXT_MAX] = "";
    struct polled polled = {.count = 0};
    if (period != UINT64_MAX)
        find_polled(firmware, core, period, &polled);
    for (unsigned i = 0; i < polled.count; i++) {
        wait_text_add(what, "%s", i ? ", " : "");
        wait_text_add(who, "%s", i ? "; " : "");
        firmware_wait_report_read(firmware, core, polled.addr[i], what, who);
        by |= polled_by(firmware, core, polled.addr[i]);
    }
    if (polled.is_more)
        wait_text_add(what, ", and more");
    if (period == UINT64_MAX) {
        wait_text_add(what, "nothing: it still ran at the last step allowed");
        wait_text_add(who, "--max-steps allows more");
    } else if (polled.count == 0) {
        wait_text_add(what, "nothing: it goes round a loop that reads and changes nothing");
        wait_text_add(who, "a reset alone");
    }
    report_core(firmware, core, what, who, by);
    describe_network(firmware, core, &polled);
}

void firmware_report_hang(struct firmware *firmware)
{
    program_report_deadlock(&firmware->program);
    for (int i = 0; i < TT_CORE_COUNT; i++) {
        const enum tt_core core = (enum tt_core)i;
        const struct firmware_core *self = &firmware->core[i];
        char what[WAIT_TEXT_MAX] = "", who[WAIT_TEXT_MAX] = "";
        if (cores_is_halted(firmware->cores, core)) {
            report_core(firmware, core, "a debugger: it has halted", "a debugger, or a reset", 0);
        } else if (!cores_is_running(firmware->cores, core) || cores_is_parked(firmware->cores, core)) {
            continue;
        } else if (self->is_refused) {
            report_core(firmware, core, cores_reason(firmware->cores, core), stopped_by, 0);
        } else if (self->is_waiting) {
            describe_blocked(firmware, &self->waiting, what, who);
            report_core(firmware, core, what, who, blocked_by(core, &self->waiting));
        } else {
            report_polling(firmware, core);
        }
    }
}

static void firmware_wait_stop(struct firmware *firmware, finding_id why)
{
    struct replay_summary *summary = firmware->program.replay->summary;
    firmware->has_ended = true;
    summary->facts.is_stopped = true;
    summary->facts.stopped = (struct verdict_place){.finding = why, .event = firmware->program.step};
}

void firmware_report_refused(struct firmware *firmware, enum tt_core core)
{
    struct replay *replay = firmware->program.replay;
    const uint32_t pc = cores_core(firmware->cores, core)->pc;
    char code[RISCV_TEXT_MAX], detail[WAIT_TEXT_MAX];
    (void)riscv_disassemble(replay->info->chip, cores_code(firmware->cores, core), pc, code);
    (void)snprintf(detail, sizeof detail, "core %s at 0x%05" PRIx32 ", %.120s: %s", core_name(core), pc, code,
                   cores_reason(firmware->cores, core));
    const struct probe_finding finding = {FINDING_CORE_STOPPED, TT_UNIT_CORE, (uint8_t)core, detail, NULL};
    replay->listener->seq = firmware->program.step;
    replay->listener->probe.finding(replay->listener->probe.user, &finding);
    firmware_wait_stop(firmware, FINDING_CORE_STOPPED);
    report_core(firmware, core, cores_reason(firmware->cores, core), stopped_by, 0);
}

void firmware_report_refused_host(struct firmware *firmware, const struct ttcap_event *event)
{
    struct replay *replay = firmware->program.replay;
    char detail[WAIT_TEXT_MAX];
    (void)snprintf(detail, sizeof detail, "the host's store of 0x%" PRIx32 " to 0x%08" PRIx32 ": %s", event->value,
                   event->addr, cores_reason(firmware->cores, TT_CORE_B));
    const struct probe_finding finding = {FINDING_CORE_STOPPED, TT_UNIT_CORE, TT_CORE_B, detail, NULL};
    replay->listener->seq = firmware->program.step;
    replay->listener->probe.finding(replay->listener->probe.user, &finding);
    firmware_wait_stop(firmware, FINDING_CORE_STOPPED);
}

void firmware_report_undefined(struct firmware *firmware, unsigned number)
{
    const struct program_thread *thread = &firmware->program.threads[number];
    const struct pushed_word *from = &thread->word_push;
    firmware_wait_stop(firmware, FINDING_UNDEFINED_OPCODE);
    const struct replay_wait wait = {
        .thread = number,
        .event = from->event,
        .word = thread->word,
        .what = "there is no such instruction: has the core left its program?",
        .who = "none: the chip does not define it",
        .has_pc = from->has_pc,
        .core = from->core,
        .pc = from->pc,
    };
    REPLAY_REPORT(firmware->program.replay, waiting, &wait);
}
