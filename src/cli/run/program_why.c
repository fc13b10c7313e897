/* SPDX-License-Identifier: Apache-2.0 */
/* A byte followed over the network: within a tile by the slice of its replay, between places by the log of what came to
 * them, to the host's write. docs/formats/program.md#why */
#include "cli/run/program_run.h"

#include "ask/why/slice.h"
#include "cli/cli.h"
#include "isa/chip.h"
#include "isa/cores.h"
#include "isa/isa.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { HOPS_MAX = 64, SOURCES_MAX = 8, PLACE_TEXT = 48, HOW_TEXT = 160 };

struct hunt {
    struct program_run *run;
    struct report *report;
    unsigned hops;
    bool is_through_cores;             /* data of a core were followed */
    bool is_cut;                       /* steps are missing */
    const struct program_followed *in; /* a tile whose instructions did not all have room; null: none */
    struct tt_error *err;
};

static enum tt_status hunt_byte(struct hunt *hunt, const struct program_byte *byte, unsigned depth);
static enum tt_status hunt_loaded(struct hunt *hunt, const struct program_followed *tile,
                                  const struct core_source *source, size_t before, unsigned depth);

static const char *hunt_place_text(const struct hunt *hunt, unsigned x, unsigned y, uint32_t addr,
                                   char text[PLACE_TEXT])
{
    const enum device_kind kind = device_kind_at(hunt->run->device, (uint8_t)x, (uint8_t)y);
    const bool is_tile = kind == DEVICE_WORKER;
    (void)snprintf(text, PLACE_TEXT, "%s %u,%u:%s0x%" PRIx32, is_tile ? "tile" : device_kind_name(kind), x, y,
                   is_tile ? "l1:" : "", addr);
    return text;
}

/* Whether there is room for one more step. */
static bool hunt_goes_on(struct hunt *hunt)
{
    hunt->is_cut = hunt->is_cut || hunt->hops >= HOPS_MAX;
    return hunt->hops < HOPS_MAX;
}

static void say_hop(struct hunt *hunt, unsigned depth, const char *place, const char *how)
{
    hunt->hops++;
    report_item(hunt->report, NULL, SAY("depth", (uint64_t)depth), SAY("place", place), SAY("how", how));
    const int indent = (int)(2 * depth) + 2;
    report_print(hunt->report, "%*s%s\n%*s", indent, "", place, indent + 2, "");
    report_wrap(hunt->report, indent + 2, "%s", how);
}

/* The store of a step; null: it is not known. */
static const struct program_store *hunt_store_at(const struct program_followed *tile, uint64_t step)
{
    for (size_t i = 0; tile && i < tile->store_count; i++)
        if (tile->stores[i].step == step)
            return &tile->stores[i];
    return NULL;
}

/* ", core b at 0x90" of the store of a step; "": it is not known. */
static const char *hunt_core_text(const struct program_followed *tile, uint64_t step, char text[PLACE_TEXT])
{
    const struct program_store *store = hunt_store_at(tile, step);
    *text = '\0';
    if (store)
        (void)snprintf(text, PLACE_TEXT, ", core %s at 0x%" PRIx32, core_name(store->core), store->pc);
    return text;
}

/* ---- within a core ---- */

static enum tt_status hunt_trace(struct hunt *hunt, struct program_followed *tile)
{
    struct replay_options options;
    if (tile->trace || !tile->capture)
        return TT_OK;
    tile->trace = mem_calloc(1, sizeof *tile->trace);
    NEED(tile->trace, hunt->err, "no memory for the instructions of tile %u,%u", tile->x, tile->y);
    replay_options_init(&options, ttcap_info(tile->capture));
    return core_trace_make(tile->trace, tile->capture, &options, hunt->err);
}

static void hunt_say_source(struct hunt *hunt, const struct program_followed *tile, enum tt_core core,
                            const struct core_source *source, unsigned depth)
{
    static const char *const whats[] = {
        [CORE_SOURCE_REGISTER] = "is read by core %s at 0x%" PRIx32,
        [CORE_SOURCE_START] = "as core %s held it before its first instruction, at 0x%" PRIx32,
        [CORE_SOURCE_CODE] = "core %s has it from its code alone, at 0x%" PRIx32,
        [CORE_SOURCE_OTHER] = "is made by core %s at 0x%" PRIx32 ", by an instruction that is not followed",
    };
    char place[PLACE_TEXT], how[HOW_TEXT];
    (void)snprintf(place, sizeof place,
                   source->kind == CORE_SOURCE_REGISTER ? "tile %u,%u: register 0x%" PRIx32 : "tile %u,%u: a value",
                   tile->x, tile->y, source->addr);
    (void)snprintf(how, sizeof how, whats[source->kind], core_name(core), source->pc);
    say_hop(hunt, depth, place, how);
}

/* The origins of the store of a step. */
static enum tt_status hunt_computed(struct hunt *hunt, struct program_followed *tile, enum tt_core core, uint64_t step,
                                    uint32_t offset, size_t before, unsigned depth)
{
    struct core_sources sources;
    enum tt_status status = hunt_trace(hunt, tile);
    if (status || !tile->trace)
        return status;
    if (!core_trace_sources(tile->trace, core, step, offset, &sources)) {
        hunt->in = tile->trace->is_full ? tile : hunt->in;
        return TT_OK;
    }
    hunt->is_through_cores = true;
    for (size_t i = 0; i < sources.count && !status && hunt_goes_on(hunt); i++) {
        const struct core_source *source = &sources.list[i];
        if (source->kind == CORE_SOURCE_L1)
            status = hunt_loaded(hunt, tile, source, before, depth);
        else
            hunt_say_source(hunt, tile, core, source, depth);
    }
    if (!sources.count)
        hunt_say_source(hunt, tile, core, &(struct core_source){.kind = CORE_SOURCE_CODE, .pc = sources.pc}, depth);
    hunt->is_cut = hunt->is_cut || sources.more;
    if (sources.more)
        report_print(hunt->report, "%*sand %" PRIu64 " more\n", (int)(2 * depth) + 2, "", sources.more);
    return status;
}

/* A word in a request: what the core stored into the command buffer before it sent that. */
static enum tt_status hunt_word(struct hunt *hunt, const struct device_transfer *one, uint32_t offset, size_t number,
                                unsigned depth)
{
    struct program_followed *tile = program_followed(hunt->run, one->by_x, one->by_y);
    const struct program_store *sent = hunt_store_at(tile, one->by_step);
    enum tt_status status = sent ? hunt_trace(hunt, tile) : TT_OK;
    if (status || !sent || !tile->trace)
        return status;
    const struct core_instruction *request = core_trace_register_store(
        tile->trace, sent->core, one->by_step + 1, PLACE_NOC, one->noc, NOC_CELL_CMD_CTRL, UINT32_MAX);
    if (!request || request->seq != one->by_step) { /* a trace that is full ends before */
        hunt->in = tile->trace->is_full ? tile : hunt->in;
        return TT_OK;
    }
    const struct core_instruction *data =
        core_trace_register_store(tile->trace, sent->core, request->seq, PLACE_NOC, one->noc, NOC_CELL_AT_DATA,
                                  mmio_decode(hunt->run->chip, sent->core, request->addr).index);
    return data ? hunt_computed(hunt, tile, sent->core, data->seq, (one->to_addr + offset) % 4, number, depth) : TT_OK;
}

/* ---- between places ---- */

/* The word in a request, and of an atomic what it found, too. */
static enum tt_status hunt_found(struct hunt *hunt, const struct device_transfer *one, size_t number, uint32_t offset,
                                 unsigned depth)
{
    const bool is_counting = one->to_step != DEVICE_NO_STEP;
    const struct program_byte before = {.x = one->to_x,
                                        .y = one->to_y,
                                        .addr = one->to_addr + offset,
                                        .before = number,
                                        .step = is_counting ? (int64_t)one->to_step - 1 : 0};
    const enum tt_status status = hunt_word(hunt, one, offset, number, depth);
    return status || one->way != DEVICE_BY_ATOMIC ? status : hunt_byte(hunt, &before, depth);
}

static enum tt_status hunt_transfer(struct hunt *hunt, size_t number, uint32_t offset, const char *place,
                                    unsigned depth)
{
    size_t count;
    const struct device_transfer *one = &device_transfers(hunt->run->device, &count)[number];
    const struct program_followed *by = program_followed(hunt->run, one->by_x, one->by_y);
    char how[HOW_TEXT], core[PLACE_TEXT];
    if (one->way == DEVICE_BY_HOST) {
        (void)snprintf(how, sizeof how, "the host's write, line %" PRIu64 ", byte %" PRIu32, one->by_step, offset);
        say_hop(hunt, depth, place, how);
        return TT_OK;
    }
    (void)snprintf(how, sizeof how, "%s over network %u by tile %u,%u, step %" PRIu64 "%s", device_way_name(one->way),
                   one->noc, one->by_x, one->by_y, one->by_step, hunt_core_text(by, one->by_step, core));
    say_hop(hunt, depth, place, how);
    if (!device_has_source(one))
        return hunt_found(hunt, one, number, offset, depth + 1);
    const struct program_byte from = {.x = one->from_x,
                                      .y = one->from_y,
                                      .addr = one->from_addr + offset,
                                      .before = number,
                                      .step = one->from_step == DEVICE_NO_STEP ? 0 : (int64_t)one->from_step - 1};
    return hunt_byte(hunt, &from, depth + 1);
}

/* Whether two names are one memory: banks have several. */
static bool is_one_place(const struct hunt *hunt, const struct device_transfer *one, const struct program_byte *byte)
{
    return device_is_one(hunt->run->device, one->to_x, one->to_y, byte->x, byte->y);
}

/* The last transfer to the byte before a number, of those that came in a step; DEVICE_NO_STEP: before the tile ran. */
static bool find_transfer(const struct hunt *hunt, const struct program_byte *byte, bool has_step, uint64_t step,
                          size_t *number)
{
    size_t count;
    const struct device_transfer *all = device_transfers(hunt->run->device, &count);
    for (size_t i = byte->before < count ? byte->before : count; i-- > 0;)
        if (byte->addr >= all[i].to_addr && byte->addr - all[i].to_addr < all[i].count &&
            (!has_step || all[i].to_step == step) && is_one_place(hunt, &all[i], byte)) {
            *number = i;
            return true;
        }
    return false;
}

/* ---- within a tile ---- */

static enum tt_status hunt_open(struct hunt *hunt, struct program_followed *tile)
{
    struct replay_options options;
    const struct program_tile *held = program_tile(&hunt->run->program, tile->x, tile->y);
    if (tile->results)
        return TT_OK;
    char *path OWNED(mem_free_at) = held ? program_path(&hunt->run->program, held->file) : NULL;
    if (!path || !tile->capture)
        return tt_fail(hunt->err, TT_BAD_INPUT, "the program has no capture of tile %u,%u", tile->x, tile->y);
    replay_options_init(&options, ttcap_info(tile->capture));
    options.order = REPLAY_FIRMWARE;
    TRY(cli_store_run(&tile->scratch, path, tile->capture, &options, hunt->err));
    return results_open(&tile->results, tile->scratch.file, hunt->err);
}

/* The writer of a byte: of two bytes the same where one store, instruction or transfer wrote both. */
static enum tt_status hunt_writer(struct hunt *hunt, const struct program_byte *byte, uint64_t writer[static 3])
{
    struct program_followed *tile = program_followed(hunt->run, byte->x, byte->y);
    struct slice slice OWNED(slice_clear) = {0};
    size_t number = 0;
    TRY(hunt_open(hunt, tile));
    TRY(slice_make(&slice, tile->results, TT_SPACE_L1, byte->addr, byte->addr + 1, byte->step, hunt->err));
    const struct slice_node *root = &slice.nodes[0];
    const uint64_t step = root->kind == SLICE_STORED ? root->seq : DEVICE_NO_STEP;
    const bool has_one = slice_is_leaf(&slice, 0) && find_transfer(hunt, byte, true, step, &number);
    writer[0] = (uint64_t)root->kind;
    writer[1] = root->seq;
    writer[2] = has_one ? number + 1 : 0;
    return TT_OK;
}

/* Bytes that a core loaded: those that one writer put there are one step. */
static enum tt_status hunt_loaded(struct hunt *hunt, const struct program_followed *tile,
                                  const struct core_source *source, size_t before, unsigned depth)
{
    uint64_t last[3] = {UINT64_MAX, 0, 0}, writer[3] = {0};
    for (unsigned i = 0; i < source->count && hunt_goes_on(hunt); i++) {
        const struct program_byte from = {tile->x, tile->y, source->addr + i, before, (int64_t)source->seq - 1};
        if (source->count > 1)
            TRY(hunt_writer(hunt, &from, writer));
        if (memcmp(writer, last, sizeof writer) != 0)
            TRY(hunt_byte(hunt, &from, depth));
        memcpy(last, writer, sizeof last);
    }
    return TT_OK;
}

/* A beginning of the slice that is a byte of L1: what came there, and from where. *seen: transfers that were said. */
static enum tt_status hunt_leaf(struct hunt *hunt, const struct program_byte *byte, const struct slice_node *node,
                                size_t seen[SOURCES_MAX], size_t *seen_count, unsigned depth)
{
    const struct program_byte at = {byte->x, byte->y, node->lo, byte->before, 0};
    struct program_followed *tile = program_followed(hunt->run, at.x, at.y);
    size_t number = 0, count;
    char place[PLACE_TEXT], core[PLACE_TEXT], how[HOW_TEXT];
    (void)hunt_place_text(hunt, at.x, at.y, at.addr, place);
    if (find_transfer(hunt, &at, true, node->kind == SLICE_STORED ? node->seq : DEVICE_NO_STEP, &number)) {
        for (size_t i = 0; i < *seen_count; i++)
            if (seen[i] == number)
                return TT_OK;
        if (*seen_count == SOURCES_MAX) {
            hunt->is_cut = true;
            return TT_OK;
        }
        seen[(*seen_count)++] = number;
        const uint32_t offset = at.addr - device_transfers(hunt->run->device, &count)[number].to_addr;
        return hunt_transfer(hunt, number, offset, place, depth);
    }
    if (node->kind == SLICE_STORED) {
        (void)snprintf(how, sizeof how, "stored in step %" PRIu64 "%s", node->seq,
                       hunt_core_text(tile, node->seq, core));
        say_hop(hunt, depth, place, how);
        const struct program_store *store = hunt_store_at(tile, node->seq);
        if (store)
            return hunt_computed(hunt, tile, store->core, node->seq, (at.addr - node->write_lo) % 4, byte->before,
                                 depth + 1);
    }
    return TT_OK;
}

static enum tt_status hunt_slice(struct hunt *hunt, const struct program_byte *byte, struct slice *slice,
                                 unsigned depth)
{
    size_t seen[SOURCES_MAX], seen_count = 0;
    char place[PLACE_TEXT], how[HOW_TEXT], text[ISA_TEXT_MAX];
    const struct slice_node *root = &slice->nodes[0];
    if (slice_is_leaf(slice, 0)) {
        const unsigned hops = hunt->hops;
        const enum tt_status status = hunt_leaf(hunt, byte, root, seen, &seen_count, depth);
        if (!status && hunt->hops == hops)
            say_hop(hunt, depth, hunt_place_text(hunt, byte->x, byte->y, byte->addr, place), "nobody has written it");
        return status;
    }
    (void)snprintf(how, sizeof how, "written in step %" PRIu64 ", T%u: %.100s", root->seq, root->thread,
                   isa_disassemble(hunt->run->chip, root->word, text));
    say_hop(hunt, depth, hunt_place_text(hunt, byte->x, byte->y, byte->addr, place), how);
    enum tt_status status = slice->capture ? slice_try(slice, hunt->err) : TT_OK;
    for (size_t i = 0; i < slice->node_count && !status && hunt_goes_on(hunt); i++)
        if (slice->nodes[i].mask && slice_is_leaf(slice, i) && slice->nodes[i].space == TT_SPACE_L1)
            status = hunt_leaf(hunt, byte, &slice->nodes[i], seen, &seen_count, depth + 1);
    return status;
}

static enum tt_status hunt_byte(struct hunt *hunt, const struct program_byte *byte, unsigned depth)
{
    struct program_followed *tile = program_followed(hunt->run, byte->x, byte->y);
    char place[PLACE_TEXT];
    size_t number = 0, count;
    if (!hunt_goes_on(hunt))
        return TT_OK;
    if (tile && byte->addr >= chip_get(hunt->run->chip)->l1_bytes) {
        say_hop(hunt, depth, hunt_place_text(hunt, byte->x, byte->y, byte->addr, place),
                "beyond L1 of the tile: not followed");
        return TT_OK;
    }
    if (tile) {
        struct slice slice = {0};
        enum tt_status status = hunt_open(hunt, tile);
        if (!status)
            status = slice_make(&slice, tile->results, TT_SPACE_L1, byte->addr, byte->addr + 1, byte->step, hunt->err);
        if (!status)
            status = hunt_slice(hunt, byte, &slice, depth);
        slice_clear(&slice);
        return status;
    }
    (void)hunt_place_text(hunt, byte->x, byte->y, byte->addr, place);
    if (find_transfer(hunt, byte, false, 0, &number))
        return hunt_transfer(hunt, number, byte->addr - device_transfers(hunt->run->device, &count)[number].to_addr,
                             place, depth);
    say_hop(hunt, depth, place, "nobody has written it");
    return TT_OK;
}

static void say_left_out(const struct hunt *hunt, const char *what)
{
    report_item(hunt->report, NULL, SAY("what", what));
    report_print(hunt->report, "  left out: ");
    report_wrap(hunt->report, 12, "%s", what);
}

/* The parts that the steps leave out. */
static void hunt_say_left(const struct hunt *hunt)
{
    char text[HOW_TEXT];
    report_list(hunt->report, "left_out");
    if (hunt->is_cut)
        say_left_out(hunt, "more steps: why of a place above goes on from there");
    (void)snprintf(text, sizeof text, "what a core of tile %u,%u computed after its first %u instructions",
                   hunt->in ? hunt->in->x : 0, hunt->in ? hunt->in->y : 0, (unsigned)CORE_INSTRUCTIONS_MAX);
    if (hunt->in)
        say_left_out(hunt, text);
    if (hunt->is_through_cores)
        say_left_out(hunt, CORE_TRACE_LEFT_OUT);
    report_close(hunt->report);
}

enum tt_status program_why(struct program_run *run, struct report *report, const struct program_byte *byte,
                           struct tt_error *err)
{
    struct hunt hunt = {.run = run, .report = report, .err = err};
    report_list(report, "steps");
    const enum tt_status status = hunt_byte(&hunt, byte, 0);
    report_close(report);
    hunt_say_left(&hunt);
    return status;
}
