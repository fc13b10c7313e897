/* SPDX-License-Identifier: Apache-2.0 */
/* A replay of a capture that nobody recorded: events and snapshots that are anything, in each order, with any of the
 * units, with and without somebody who listens. The first eight bytes are the options; the rest is records of eight
 * bytes: byte 0 what (bits 3:0) and which thread (bits 5:4), byte 1 which one of many, bytes 2 and 3 a place, bytes 4
 * to 7 a value. */
#include "base/little.h"
#include "capture/ttcap.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "order/replay.h"

#include <string.h>

enum { HEAD = 8, RECORD = 8, RECORDS_MAX = 512, L1W_MAX = 16, PUT_MAX = 64 };
enum { ANY_EXEC = 2, ANY_PUSH = 4, PUT = 14, CHECKPOINT = 15 };
enum { FLAG_STRICT = 1, FLAG_TAKES_ALL = 2, FLAG_SILICON = 4, FLAG_LISTENS = 8, FLAG_SCHEDULE = 16 };

static const char path[] = "fuzz_replay.ttcap";

struct made {
    struct ttcap_writer *writer;
    enum tt_chip chip;
    uint64_t events;
    bool is_in_snapshot;
};

static enum ttcap_kind kind_of(unsigned what)
{
    static const enum ttcap_kind kinds[] = {TTCAP_EXEC, TTCAP_EXEC, TTCAP_EXEC, TTCAP_PUSH, TTCAP_PUSH,
                                            TTCAP_EXEC, TTCAP_PUSH, TTCAP_CFGW, TTCAP_GPRW, TTCAP_MOPW,
                                            TTCAP_SEMW, TTCAP_SEMR, TTCAP_L1W,  TTCAP_MMIO};
    return kinds[what];
}

/* Opcodes that the chip has, one after the other. */
static uint32_t word_of(enum tt_chip chip, unsigned which, uint32_t value)
{
    uint32_t opcodes[256], count = 0;
    for (uint32_t opcode = 0; opcode < 256; opcode++) {
        if (isa_find(chip, opcode << 24))
            opcodes[count++] = opcode;
    }
    return opcodes[which % count] << 24 | (value & 0xFFFFFF);
}

static struct ttcap_event event_of(const struct made *made, const uint8_t record[static RECORD])
{
    static const uint32_t limits[TTCAP_KIND_COUNT] = {
        [TTCAP_CFGW] = 225, [TTCAP_GPRW] = 65, [TTCAP_MOPW] = 10, [TTCAP_SEMW] = 9, [TTCAP_SEMR] = 8,
        [TTCAP_PUSH] = 1,   [TTCAP_EXEC] = 1,  [TTCAP_L1W] = 1,   [TTCAP_MMIO] = 1};
    const unsigned what = record[0] & 15, place = record[2] | (unsigned)record[3] << 8;
    struct ttcap_event event = {.seq = made->events,
                                .kind = kind_of(what),
                                .thread = (int8_t)((record[0] >> 4 & 3) % THREADS),
                                .index = record[1] & 1,
                                .addr = place % limits[kind_of(what)]};
    event.value = load_u32(record + 4);
    if (what <= ANY_EXEC || what == ANY_PUSH)
        event.value = word_of(made->chip, record[1], event.value);
    if (event.kind == TTCAP_SEMW)
        event.value &= 1;
    if (event.kind == TTCAP_MMIO)
        event.addr = 0xFFB00000 + place * 4 % 0x100000;
    if (event.kind == TTCAP_L1W) {
        event.addr = place * 24;
        event.bytes = record + 4;
        event.byte_count = 1 + record[1] % 4;
    }
    return event;
}

static void begin_snapshot(struct made *made, const char *id, struct tt_error *err)
{
    made->is_in_snapshot = true;
    (void)ttcap_writer_snapshot_begin(made->writer, id, err);
}

static void end_snapshot(struct made *made, struct tt_error *err)
{
    if (made->is_in_snapshot)
        (void)ttcap_writer_snapshot_end(made->writer, err);
    made->is_in_snapshot = false;
}

/* Up to 16 times the value, all of it known or the odd bytes not. */
static void put(struct made *made, const uint8_t record[static RECORD], struct tt_error *err)
{
    uint8_t bytes[PUT_MAX], known[PUT_MAX];
    const enum tt_space space = (enum tt_space)(record[1] % TT_SPACE_COUNT);
    const uint32_t size = space_bytes(made->chip, space), element = space_element_bytes(space);
    const uint32_t place = record[2] | (uint32_t)record[3] << 8;
    const uint32_t lo = (space == TT_SPACE_L1 ? place * 4 : place * element) % size;
    const uint32_t most = record[0] & 0x80 ? PUT_MAX : 4, count = size - lo < most ? size - lo : most;
    for (uint32_t i = 0; i < count; i++) {
        bytes[i] = record[4 + i % 4];
        known[i] = i & 1 && record[0] & 0x40 ? 0 : 0xFF;
        bytes[i] &= known[i];
    }
    (void)ttcap_writer_put(made->writer, space, lo, count, bytes, known, err);
}

static void write_record(struct made *made, const uint8_t record[static RECORD], struct tt_error *err)
{
    char id[16];
    const unsigned what = record[0] & 15;
    if (what == PUT && made->is_in_snapshot) {
        put(made, record, err);
    } else if (what == CHECKPOINT) {
        end_snapshot(made, err);
        (void)snprintf(id, sizeof id, "mid%llu", (unsigned long long)made->events);
        begin_snapshot(made, id, err);
    } else if (what != PUT) {
        const struct ttcap_event event = event_of(made, record);
        end_snapshot(made, err);
        made->events += ttcap_writer_event(made->writer, &event, err) == TT_OK;
    }
}

/* Whether it could be written; what the format does not have is refused with a sentence. */
static bool write_capture(const uint8_t *data, size_t size)
{
    static const struct ttcap_boot boot[] = {{TT_CORE_B, 0x1000}, {TT_CORE_T0, 0x2000}, {TT_CORE_T1, 0x3000}};
    const struct ttcap_meta meta = {.chip = data[0] & 1 ? TT_WORMHOLE_B0 : TT_BLACKHOLE,
                                    .source = data[1] & FLAG_SILICON ? TTCAP_SILICON : TTCAP_SIMULATOR,
                                    .name = "fuzz",
                                    .description = "",
                                    .boot = boot,
                                    .boot_count = data[0] >> 2 & 3};
    struct tt_error err = {""};
    struct made made = {.chip = meta.chip};
    require(ttcap_writer_open(&made.writer, path, true, &meta, &err) == TT_OK);
    begin_snapshot(&made, "begin", &err);
    for (size_t at = HEAD, i = 0; at + RECORD <= size && i < RECORDS_MAX; at += RECORD, i++)
        write_record(&made, data + at, &err);
    if (!made.is_in_snapshot)
        begin_snapshot(&made, "end", &err);
    end_snapshot(&made, &err);
    if (ttcap_writer_finish(made.writer, &err) == TT_OK)
        return true;
    require(*err.text);
    return false;
}

static void on_insn(void *user, const struct probe_insn *insn)
{
    *(uint64_t *)user += insn->word;
}

static void on_stage(void *user, const struct probe_stage *stage)
{
    for (uint32_t i = 0; i < stage->count * stage->value_bytes; i++)
        *(uint64_t *)user += ((const uint8_t *)stage->values)[i];
}

static void on_access(void *user, const struct probe_access *access)
{
    for (uint32_t i = 0; access->is_write && i < access->hi - access->lo; i++)
        *(uint64_t *)user += (uint64_t)access->before[i] << 8 | access->after[i];
}

static void on_finding(void *user, const struct probe_finding *finding)
{
    *(uint64_t *)user += finding->detail ? strlen(finding->detail) : 0;
}

static void on_mismatch(void *user, const struct replay_mismatch *mismatch)
{
    require(mismatch->lo < mismatch->hi);
    for (uint32_t i = 0; i < mismatch->hi - mismatch->lo; i++)
        *(uint64_t *)user += mismatch->held[i] ^ mismatch->replayed[i];
}

static void on_waiting(void *user, const struct replay_wait *wait)
{
    require(*wait->what);
    *(uint64_t *)user += strlen(wait->what) + strlen(wait->who);
}

static void on_hazard(void *user, const struct replay_hazard *hazard)
{
    *(uint64_t *)user += strlen(hazard->what) + strlen(hazard->who) + strlen(hazard->other) + strlen(hazard->missing);
}

static void replay(const uint8_t *data, struct ttcap *capture)
{
    uint64_t sum = 0;
    const struct probe probe = {.user = &sum,
                                .wants = PROBE_INSN | PROBE_STAGE | PROBE_ACCESS | PROBE_FINDING,
                                .insn_begin = on_insn,
                                .insn_end = on_insn,
                                .stage = on_stage,
                                .access = on_access,
                                .finding = on_finding};
    const struct replay_observer observer = {
        .user = &sum, .mismatch = on_mismatch, .waiting = on_waiting, .hazard = on_hazard};
    const bool listens = data[1] & FLAG_LISTENS;
    struct replay_options options;
    struct replay_summary summary;
    struct tt_error err = {""};
    replay_options_init(&options, ttcap_info(capture));
    options.order = (enum replay_order)(data[2] % 3);
    if (data[3])
        options.units &= (uint32_t)data[3] << (data[4] & 7) | (data[4] >> 3);
    options.is_strict = data[1] & FLAG_STRICT;
    options.takes_all = data[1] & FLAG_TAKES_ALL;
    options.max_steps = 100 * (1 + (uint64_t)data[5]);
    if (data[1] & FLAG_SCHEDULE)
        options.random_order = 1 + data[6];
    const enum tt_status status =
        replay_run(capture, &options, listens ? &probe : NULL, listens ? &observer : NULL, &summary, &err);
    require(status == TT_OK || *err.text);
    require(status != TT_OK ||
            summary.facts.bytes.differing + summary.facts.bytes.undecided <= summary.facts.bytes.compared);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ttcap *capture = NULL;
    struct tt_error err = {""};
    if (size < HEAD)
        return 0;
    if (write_capture(data, size)) {
        require(ttcap_open(&capture, path, &err) == TT_OK);
        replay(data, capture);
        ttcap_close(capture);
        (void)remove(path);
    }
    return 0;
}
