/* SPDX-License-Identifier: Apache-2.0 */
/* Firmware order without a capture: the rounds are those of a replay, and a host that is not scripted acts between
 * them. */
#include "order/live.h"

#include "base/little.h"
#include "order/firmware.h"

enum { FINDING_TEXT = 256 };

struct live {
    struct ttcap_info info;
    struct replay_options options;
    struct replay_outside outside; /* no host, but one may act between two rounds: no core runs far ahead */
    struct live_around around;
    struct replay_observer observer; /* only where `around` listens */
    struct replay_summary summary;
    struct replay_listener listener;
    struct probe probe;
    struct replay replay;
    struct firmware firmware;
    struct tt_error err;
    char finding[FINDING_TEXT], hazard[FINDING_TEXT];
};

static void live_on_finding(void *user, const struct probe_finding *finding)
{
    struct live *live = user;
    (void)snprintf(live->finding, sizeof live->finding, "%s: %s", finding_get(finding->id)->code,
                   finding->detail ? finding->detail : unit_name(finding->unit));
    if (finding_get(finding->id)->kind == FINDING_HAZARD && !live->hazard[0])
        (void)snprintf(live->hazard, sizeof live->hazard, "%s", live->finding);
}

static bool live_serve(void *user, const struct tile *tile, uint64_t round, const struct noc_refusal *request)
{
    const struct live *live = user;
    (void)tile;
    (void)round;
    return live->around.serve(live->around.user, request);
}

static void open_around(struct live *live, const struct live_around *around)
{
    if (around)
        live->around = *around;
    live->outside = (struct replay_outside){.user = live, .serve = live->around.serve ? live_serve : NULL};
    live->observer = (struct replay_observer){.user = live->around.user, .happened = live->around.happened};
}

/* The parts that a replay of an empty capture has. */
static bool open_replay(struct live *live, const struct variant_set *variants)
{
    struct replay *replay = &live->replay;
    replay_options_init(&live->options, &live->info);
    live->options.order = REPLAY_FIRMWARE;
    live->options.variants = *variants;
    live->options.outside = &live->outside;
    live->options.max_steps = UINT64_MAX;
    live->probe = (struct probe){.user = live, .wants = PROBE_FINDING, .finding = live_on_finding};
    replay_listener_init(&live->listener, &live->probe, &live->summary.facts);
    *replay = (struct replay){
        .info = &live->info,
        .options = &live->options,
        .summary = &live->summary,
        .listener = &live->listener,
        .tile = tile_new(live->info.chip),
        .unknown = unknown_new(live->info.chip, &live->listener.probe),
        .running = UINT32_MAX,
        .runs_all = true,
        .follows_undefined = live->around.follows_undefined,
        .observer = live->around.happened ? &live->observer : NULL,
    };
    if (!replay->tile || !replay->unknown)
        return false;
    replay->lost = tile_unknown_write(replay->tile);
    replay_note_heard(replay);
    tile_set_variants(replay->tile, variants);
    replay_set_probe(replay);
    return true;
}

enum tt_status live_new(struct live **out, enum tt_chip chip, const struct variant_set *variants,
                        const struct live_around *around, struct tt_error *err)
{
    struct live *live = mem_calloc(1, sizeof *live);
    *out = NULL;
    NEED(live, err, "no memory for the tile");
    live->info = (struct ttcap_info){.chip = chip, .name = "live"};
    open_around(live, around);
    live->firmware = (struct firmware){.program = {.replay = &live->replay}, .err = &live->err};
    live->firmware.outside = (struct firmware_outside){.from = &live->outside, .due = UINT64_MAX};
    if (!open_replay(live, variants) || !firmware_open(&live->firmware)) {
        live_free(live);
        return tt_fail(err, TT_NO_MEMORY, "no memory for the tile");
    }
    *out = live;
    return TT_OK;
}

void live_free(struct live *live)
{
    if (!live)
        return;
    firmware_close(&live->firmware);
    tile_free(live->replay.tile);
    unknown_free(live->replay.unknown);
    mem_free(live);
}

struct tile *live_tile(struct live *live)
{
    return live->replay.tile;
}

enum tt_chip live_chip(const struct live *live)
{
    return live->info.chip;
}

uint64_t live_round(const struct live *live)
{
    return live->firmware.step;
}

uint64_t live_step(const struct live *live)
{
    return live->firmware.program.step;
}

const struct cores *live_cores(const struct live *live)
{
    return live->firmware.cores;
}

void live_report_waits(struct live *live, void *user, void (*waiting)(void *user, const struct replay_wait *wait))
{
    enum { LOOP = 256 };
    const struct replay_observer *const before = live->replay.observer, observer = {.user = user, .waiting = waiting};
    live->replay.observer = &observer;
    live->firmware.period = LOOP;
    firmware_report_hang(&live->firmware);
    live->replay.observer = before;
}

uint64_t live_findings(const struct live *live)
{
    return live->listener.findings;
}

const char *live_hazard(const struct live *live)
{
    return live->hazard[0] ? live->hazard : NULL;
}

const char *live_finding(const struct live *live)
{
    return live->finding[0] ? live->finding : NULL;
}

uint64_t live_words(const struct live *live)
{
    return live->summary.executed;
}

const struct verdict_facts *live_facts(const struct live *live)
{
    return &live->summary.facts;
}

bool live_unknown(const struct live *live, uint32_t addr, uint32_t count, uint8_t *flags)
{
    bool is_any = false;
    memset(flags, 0, count);
    for (uint32_t i = 0; unknown_has(live->replay.unknown, TT_SPACE_L1) && i < count; i++) {
        flags[i] = unknown_bits(live->replay.unknown, TT_SPACE_L1, addr + i) != 0;
        is_any |= flags[i];
    }
    return is_any;
}

void live_lose(struct live *live, uint32_t addr, uint32_t count, const uint8_t *flags)
{
    for (uint32_t i = 0; i < count; i++)
        if (flags[i])
            unknown_mark(live->replay.unknown, TT_SPACE_L1, addr + i, 1);
    replay_update_probe(&live->replay);
}

bool live_core_depends(const struct live *live)
{
    return unknown_core_depends(live->replay.unknown);
}

void live_boot(struct live *live, enum tt_core core, uint32_t pc)
{
    cores_boot(live->firmware.cores, core, pc);
    live->firmware.quiet_until = 0;
}

void live_end_here(struct live *live)
{
    firmware_end_outside(&live->firmware);
}

/* An end of the replay in a round ends this run alone. */
static enum tt_status take_end(struct live *live, struct tt_error *err)
{
    struct firmware *firmware = &live->firmware;
    if (!firmware->has_ended)
        return TT_OK;
    firmware->has_ended = false;
    live->summary.facts.is_stopped = false;
    return tt_fail(err, TT_UNSUPPORTED, "%s", live->finding);
}

static bool is_found(struct live *live, const struct live_until *until)
{
    uint32_t value;
    if (!until || live_load(live, until->addr, &value, NULL))
        return false;
    return ((value & until->mask) == until->value) != until->is_other;
}

enum tt_status live_run(struct live *live, uint64_t rounds, const struct live_until *until, enum live_end *end,
                        struct tt_error *err)
{
    struct firmware *firmware = &live->firmware;
    const uint64_t last = rounds < UINT64_MAX - firmware->step ? firmware->step + rounds : UINT64_MAX;
    *end = LIVE_RAN;
    while (firmware->step < last) {
        if (is_found(live, until)) {
            *end = LIVE_FOUND;
            break;
        }
        TRY(firmware_go(firmware, NULL, err));
        const enum steps_end paused = firmware->end;
        firmware->end = STEPS_GOES_ON;
        /* A round is over once it ran: what a host stores next belongs to a later one. */
        firmware->step = paused ? firmware->step + 1 : firmware->step < last ? firmware->step : last;
        TRY(take_end(live, err));
        if (paused) {
            *end = is_found(live, until) ? LIVE_FOUND : paused == STEPS_OVER ? LIVE_RESTS : LIVE_WAITS;
            break;
        }
    }
    return TT_OK;
}

enum tt_status live_store_l1(struct live *live, uint32_t addr, const uint8_t *bytes, uint32_t count,
                             struct tt_error *err)
{
    const uint32_t size = chip_get(live->info.chip)->l1_bytes;
    REFUSE_IF(addr > size || count > size - addr, err,
              "%" PRIu32 " bytes at 0x%" PRIX32 " are not all in L1, which has 0x%" PRIX32, count, addr, size);
    const struct ttcap_event event = {
        .kind = TTCAP_L1W, .thread = -1, .addr = addr, .bytes = bytes, .byte_count = count};
    if (count)
        firmware_happens(&live->firmware, &event);
    return TT_OK;
}

enum tt_status live_store(struct live *live, uint32_t addr, uint32_t value, struct tt_error *err)
{
    uint8_t bytes[sizeof value];
    REFUSE_IF(addr % sizeof value, err, "a word at 0x%" PRIX32 ": its address is no multiple of 4", addr);
    store_u32(bytes, value);
    if (addr < chip_get(live->info.chip)->l1_bytes)
        return live_store_l1(live, addr, bytes, sizeof bytes, err);
    uint32_t before;
    REFUSE_IF(!cores_load(live->firmware.cores, addr, &before), err,
              "nothing that a host can store to is known at 0x%08" PRIX32, addr);
    const struct ttcap_event event = {.kind = TTCAP_MMIO, .thread = -1, .addr = addr, .value = value};
    firmware_happens(&live->firmware, &event);
    return take_end(live, err);
}

enum tt_status live_load(struct live *live, uint32_t addr, uint32_t *value, struct tt_error *err)
{
    uint8_t bytes[sizeof *value];
    *value = 0;
    REFUSE_IF(addr % sizeof *value, err, "a word at 0x%" PRIX32 ": its address is no multiple of 4", addr);
    if (addr >= chip_get(live->info.chip)->l1_bytes) {
        if (cores_load(live->firmware.cores, addr, value))
            return TT_OK;
        return tt_fail(err, TT_BAD_INPUT, "nothing that a host can load is known at 0x%08" PRIX32, addr);
    }
    tile_load(live->replay.tile, TT_SPACE_L1, addr, sizeof bytes, bytes);
    *value = load_u32(bytes);
    return TT_OK;
}

enum tt_status live_push(struct live *live, unsigned thread, uint32_t word, bool *took, struct tt_error *err)
{
    const struct core_act act = {
        .kind = CORE_PUSH, .core = TT_CORE_B, .thread = (int)thread, .value = word, .bytes = 4};
    *took = false;
    REFUSE_IF(thread >= THREADS, err, "thread %u: there are 0 to %d", thread, THREADS - 1);
    *took = firmware_host.push(&live->firmware, &act);
    live->firmware.moves += *took;
    return TT_OK;
}
