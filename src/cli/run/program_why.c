/* SPDX-License-Identifier: Apache-2.0 */
/* A byte followed over the network: within a tile by the slice of its replay, between places by the log of what came to
 * them, to the host's write. docs/formats/program.md#why */
#include "cli/run/program_run.h"

#include "ask/why/slice.h"
#include "cli/cli.h"
#include "isa/chip.h"
#include "isa/cores.h"
#include "isa/isa.h"

#include "base/search.h"
#include "base/text/text.h"

enum { HOPS_MAX = 64, SOURCES_MAX = 8, PLACE_TEXT = 48, HOW_TEXT = 160 };
/* Of a tile: each byte wants a slice of its own. */
enum { TILE_BYTES_MAX = 256 };

struct hunt {
    struct program_run *run;
    struct report *report;
    unsigned hops;
    bool is_through_cores;             /* data of a core were followed */
    bool is_cut;                       /* steps are missing */
    const struct program_followed *in; /* a tile whose instructions did not all have room; null: none */
    struct tt_error *err;
};

/* Bytes of one place that one step before needs: addresses, or offsets in a transfer, that rise. */
struct hunt_set {
    uint32_t *at; /* mem_free it */
    size_t count;
};

static enum tt_status hunt_byte(struct hunt *hunt, const struct program_byte *byte, unsigned depth);
static enum tt_status hunt_bytes(struct hunt *hunt, const struct program_byte *byte, const struct hunt_set *set,
                                 unsigned depth);
static enum tt_status hunt_loaded(struct hunt *hunt, const struct program_followed *tile,
                                  const struct core_source *source, size_t before, unsigned depth);

static const char *hunt_place_text(const struct hunt *hunt, unsigned x, unsigned y, uint32_t addr,
                                   char text[PLACE_TEXT])
{
    const enum device_kind kind = device_kind_at(hunt->run->device, (uint8_t)x, (uint8_t)y);
    const bool is_tile = kind == DEVICE_WORKER;
    return text_print(text, PLACE_TEXT, "%s %u,%u:%s0x%" PRIx32, is_tile ? "tile" : device_kind_name(kind), x, y,
                      is_tile ? "l1:" : "", addr);
}

/* Whether there is room for one more step. */
static bool hunt_goes_on(struct hunt *hunt)
{
    hunt->is_cut = hunt->is_cut || hunt->hops >= HOPS_MAX;
    return hunt->hops < HOPS_MAX;
}

/* ---- sets of bytes ---- */

static void hunt_set_clear(struct hunt_set *set)
{
    mem_free(set->at);
}

static enum tt_status hunt_set_make(struct hunt *hunt, struct hunt_set *set, size_t most)
{
    *set = (struct hunt_set){.at = mem_calloc(most ? most : 1, sizeof *set->at)};
    NEED(set->at, hunt->err, "no memory for the bytes of a place");
    return TT_OK;
}

/* How many bytes from the `i`-th on stand one behind the other. */
static size_t hunt_set_piece(const struct hunt_set *set, size_t i)
{
    size_t n = 1;
    while (i + n < set->count && set->at[i + n] == set->at[i] + n)
        n++;
    return n;
}

/* Pieces of one length, equally far apart, from the `i`-th byte on: how many. */
static size_t hunt_set_series(const struct hunt_set *set, size_t i, size_t piece, uint32_t *stride)
{
    size_t n = 1;
    *stride = i + piece < set->count ? set->at[i + piece] - set->at[i] : 0;
    while (i + n * piece < set->count && hunt_set_piece(set, i + n * piece) == piece &&
           set->at[i + n * piece] - set->at[i] == n * *stride)
        n++;
    return n;
}

/* "5 to 485 by 32, 1029-1030 to 1509-1510 by 32": all, or so many series of them. */
static void hunt_set_add(const struct hunt_set *set, size_t series_max, struct text *text)
{
    enum { ONE_TEXT = 24 };
    for (size_t i = 0, n = 0, piece = 0, series = 0; i < set->count; i += n * piece) {
        uint32_t stride;
        char ends[2][ONE_TEXT];
        piece = hunt_set_piece(set, i);
        n = hunt_set_series(set, i, piece, &stride);
        if (series++ == series_max) {
            text_add(text, " and %zu more", set->count - i);
            return;
        }
        for (size_t k = 0; k < 2; k++) {
            const uint32_t first = set->at[i + k * (n - 1) * piece];
            (void)snprintf(ends[k], ONE_TEXT, piece > 1 ? "%" PRIu32 "-%" PRIu32 : "%" PRIu32, first,
                           first + (uint32_t)piece - 1);
        }
        text_add(text, n > 1 ? "%s%s to %s by %" PRIu32 : "%s%s", series > 1 ? ", " : "", ends[0], ends[1], stride);
    }
}

/* set: bytes of it, or null: one. */
static void say_hop_of(struct hunt *hunt, unsigned depth, const char *place, const char *how,
                       const struct hunt_set *set)
{
    struct text bytes OWNED(text_clear) = {.count = 0};
    hunt->hops++;
    if (set && set->count > 1)
        hunt_set_add(set, SIZE_MAX, &bytes);
    report_item(hunt->report, NULL, SAY("depth", (uint64_t)depth), SAY("place", place), SAY("how", how),
                SAY_IF("bytes", bytes.count > 0, text_of(&bytes)));
    const int indent = (int)(2 * depth) + 2;
    report_print(hunt->report, "%*s%s\n%*s", indent, "", place, indent + 2, "");
    report_wrap(hunt->report, indent + 2, "%s", how);
}

static void say_hop(struct hunt *hunt, unsigned depth, const char *place, const char *how)
{
    say_hop_of(hunt, depth, place, how, NULL);
}

/* The store of a step; null: it is not known. */
static const struct program_store *hunt_store_at(const struct program_followed *tile, uint64_t step)
{
    return tile ? FIND(tile->stores, tile->store_count, item->step == step) : NULL;
}

/* ", core b at 0x90" of the store of a step; "": it is not known. */
static const char *hunt_core_text(const struct program_followed *tile, uint64_t step, char text[PLACE_TEXT])
{
    const struct program_store *store = hunt_store_at(tile, step);
    *text = '\0';
    if (store)
        return text_print(text, PLACE_TEXT, ", core %s at 0x%" PRIx32, core_name(store->core), store->pc);
    return text;
}

/* ---- within a core ---- */

enum tt_status program_trace(struct program_followed *tile, struct tt_error *err)
{
    struct replay_options options;
    if (tile->trace || !tile->capture)
        return TT_OK;
    tile->trace = mem_calloc(1, sizeof *tile->trace);
    NEED(tile->trace, err, "no memory for the instructions of tile %u,%u", tile->x, tile->y);
    replay_options_init(&options, ttcap_info(tile->capture));
    return core_trace_make(tile->trace, tile->capture, &options, err);
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
    enum tt_status status = program_trace(tile, hunt->err);
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
    enum tt_status status = sent ? program_trace(tile, hunt->err) : TT_OK;
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

/* For program_say_words(). */
static enum tt_status hunt_keep(struct hunt *hunt, uint32_t line, const struct hunt_set *offsets)
{
    struct program_run *run = hunt->run;
    for (size_t i = 0; i < offsets->count; i++)
        NEED(MEM_PUSH(run->operands, run->operand_count, run->operand_capacity,
                      (struct program_operand){line, offsets->at[i], offsets->count == 1}),
             hunt->err, "no memory for the bytes of a place");
    return TT_OK;
}

/* offsets: of the bytes of the transfer that matter. */
static enum tt_status hunt_transfer(struct hunt *hunt, size_t number, const struct hunt_set *offsets, const char *place,
                                    unsigned depth)
{
    size_t count;
    const struct device_transfer *one = &device_transfers(hunt->run->device, &count)[number];
    const struct program_followed *by = program_followed(hunt->run, one->by_x, one->by_y);
    enum { SERIES = 4 };
    struct text how OWNED(text_clear) = {.count = 0};
    char core[PLACE_TEXT];
    if (one->way == DEVICE_BY_HOST)
        text_add(&how, "the host's write, line %" PRIu64 ", byte%s ", one->by_step, offsets->count > 1 ? "s" : "");
    else
        text_add(&how, "%s over network %u by tile %u,%u, step %" PRIu64 "%s", device_way_name(one->way), one->noc,
                 one->by_x, one->by_y, one->by_step, hunt_core_text(by, one->by_step, core));
    if (one->way == DEVICE_BY_HOST) {
        hunt_set_add(offsets, SERIES, &how);
        TRY(hunt_keep(hunt, (uint32_t)one->by_step, offsets));
    }
    if (one->way != DEVICE_BY_HOST && offsets->count > 1)
        text_add(&how, ": %zu of its bytes", offsets->count);
    NEED(!how.has_failed, hunt->err, "no memory");
    say_hop_of(hunt, depth, place, text_of(&how), offsets);
    if (one->way == DEVICE_BY_HOST)
        return TT_OK;
    if (!device_has_source(one)) {
        hunt->is_cut = hunt->is_cut || offsets->count > 1;
        return hunt_found(hunt, one, number, offsets->at[0], depth + 1);
    }
    const struct program_byte from = {.x = one->from_x,
                                      .y = one->from_y,
                                      .addr = one->from_addr + offsets->at[0],
                                      .before = number,
                                      .step = one->from_step == DEVICE_NO_STEP ? 0 : (int64_t)one->from_step - 1};
    struct hunt_set there OWNED(hunt_set_clear) = {.count = 0};
    TRY(hunt_set_make(hunt, &there, offsets->count));
    for (size_t i = 0; i < offsets->count; i++)
        there.at[there.count++] = one->from_addr + offsets->at[i];
    return hunt_bytes(hunt, &from, &there, depth + 1);
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
    REFUSE_IF(!path || !tile->capture, hunt->err, "the program has no capture of tile %u,%u", tile->x, tile->y);
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
    TRY(slice_roots(&slice, tile->results, TT_SPACE_L1, byte->addr, byte->addr + 1, byte->step, hunt->err));
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

/* A beginning of the slice that nothing brought: a core stored it. */
static enum tt_status hunt_stored(struct hunt *hunt, const struct program_byte *byte, const struct slice_node *node,
                                  unsigned depth)
{
    struct program_followed *tile = program_followed(hunt->run, byte->x, byte->y);
    char place[PLACE_TEXT], core[PLACE_TEXT], how[HOW_TEXT];
    if (node->kind != SLICE_STORED)
        return TT_OK;
    (void)snprintf(how, sizeof how, "stored in step %" PRIu64 "%s", node->seq, hunt_core_text(tile, node->seq, core));
    say_hop(hunt, depth, hunt_place_text(hunt, byte->x, byte->y, node->lo, place), how);
    const struct program_store *store = hunt_store_at(tile, node->seq);
    return store ? hunt_computed(hunt, tile, store->core, node->seq, (node->lo - node->write_lo) % 4, byte->before,
                                 depth + 1)
                 : TT_OK;
}

enum { NOT_BROUGHT = -1, SAID = -2, NO_LEAF = -3 };

static int hunt_address_order(const void *a, const void *b)
{
    const uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return one < other ? -1 : one > other;
}

/* The bytes that transfer `number` brought, of all leaves. */
static enum tt_status hunt_brought(struct hunt *hunt, const struct program_byte *byte, const struct slice *slice,
                                   int64_t *numbers, int64_t number, unsigned depth)
{
    size_t count;
    const struct device_transfer *one = &device_transfers(hunt->run->device, &count)[number];
    struct hunt_set offsets OWNED(hunt_set_clear) = {.count = 0};
    char place[PLACE_TEXT];
    TRY(hunt_set_make(hunt, &offsets, slice->node_count));
    for (size_t i = 0; i < slice->node_count; i++)
        if (numbers[i] == number) {
            offsets.at[offsets.count++] = slice->nodes[i].lo - one->to_addr;
            numbers[i] = SAID;
        }
    qsort(offsets.at, offsets.count, sizeof *offsets.at, hunt_address_order);
    size_t distinct = 1; /* a byte that was read twice is two nodes */
    for (size_t i = 1; i < offsets.count; i++)
        if (offsets.at[i] != offsets.at[distinct - 1])
            offsets.at[distinct++] = offsets.at[i];
    offsets.count = distinct;
    (void)hunt_place_text(hunt, byte->x, byte->y, one->to_addr + offsets.at[0], place);
    return hunt_transfer(hunt, (size_t)number, &offsets, place, depth);
}

/* The beginnings of the slice that are bytes of L1, those that came together as one step with its origin. */
static enum tt_status hunt_leaves(struct hunt *hunt, const struct program_byte *byte, const struct slice *slice,
                                  unsigned depth)
{
    int64_t *numbers OWNED(mem_free_at) = mem_calloc(slice->node_count, sizeof *numbers);
    enum tt_status status = TT_OK;
    unsigned sources = 0;
    NEED(numbers, hunt->err, "no memory for the beginnings of a byte");
    for (size_t i = 0; i < slice->node_count; i++) {
        const struct slice_node *node = &slice->nodes[i];
        const struct program_byte at = {byte->x, byte->y, node->lo, byte->before, 0};
        const bool is_leaf = node->mask && slice_is_leaf(slice, i) && node->space == TT_SPACE_L1;
        size_t number = 0;
        numbers[i] = !is_leaf ? NO_LEAF : NOT_BROUGHT;
        if (is_leaf && find_transfer(hunt, &at, true, node->kind == SLICE_STORED ? node->seq : DEVICE_NO_STEP, &number))
            numbers[i] = (int64_t)number;
    }
    for (size_t i = 0; i < slice->node_count && !status && hunt_goes_on(hunt); i++) {
        if (numbers[i] >= 0 && sources++ == SOURCES_MAX) {
            hunt->is_cut = true;
            break;
        }
        if (numbers[i] >= 0)
            status = hunt_brought(hunt, byte, slice, numbers, numbers[i], depth);
        else if (numbers[i] == NOT_BROUGHT)
            status = hunt_stored(hunt, byte, &slice->nodes[i], depth);
    }
    return status;
}

static enum tt_status hunt_slice(struct hunt *hunt, const struct program_byte *byte, struct slice *slice,
                                 unsigned depth)
{
    char place[PLACE_TEXT], how[HOW_TEXT], text[ISA_TEXT_MAX];
    const struct slice_node *root = &slice->nodes[0];
    if (slice_is_leaf(slice, 0)) {
        const unsigned hops = hunt->hops;
        const enum tt_status status = hunt_leaves(hunt, byte, slice, depth);
        if (!status && hunt->hops == hops)
            say_hop(hunt, depth, hunt_place_text(hunt, byte->x, byte->y, byte->addr, place), "nobody has written it");
        return status;
    }
    (void)snprintf(how, sizeof how, "written in step %" PRIu64 ", T%u: %.100s", root->seq, root->thread,
                   isa_disassemble(hunt->run->chip, root->word, text));
    say_hop(hunt, depth, hunt_place_text(hunt, byte->x, byte->y, byte->addr, place), how);
    TRY(slice->capture ? slice_try(slice, hunt->err) : TT_OK);
    return hunt_leaves(hunt, byte, slice, depth + 1);
}

static enum tt_status hunt_in_tile(struct hunt *hunt, const struct program_byte *byte, unsigned depth)
{
    struct program_followed *tile = program_followed(hunt->run, byte->x, byte->y);
    struct slice slice OWNED(slice_clear) = {0};
    char place[PLACE_TEXT];
    if (byte->addr >= chip_get(hunt->run->chip)->l1_bytes) {
        say_hop(hunt, depth, hunt_place_text(hunt, byte->x, byte->y, byte->addr, place),
                "beyond L1 of the tile: not followed");
        return TT_OK;
    }
    TRY(hunt_open(hunt, tile));
    TRY(slice_make(&slice, tile->results, TT_SPACE_L1, byte->addr, byte->addr + 1, byte->step, hunt->err));
    return hunt_slice(hunt, byte, &slice, depth);
}

static enum tt_status hunt_byte(struct hunt *hunt, const struct program_byte *byte, unsigned depth)
{
    uint32_t addr = byte->addr;
    return hunt_bytes(hunt, byte, &(struct hunt_set){&addr, 1}, depth);
}

/* The transfer that brought a byte; NOT_BROUGHT: none did, or the tile computed it. */
static enum tt_status hunt_number(struct hunt *hunt, const struct program_byte *byte, bool is_tile, int64_t *number)
{
    size_t found = 0;
    uint64_t writer[3] = {0};
    if (is_tile) {
        TRY(hunt_writer(hunt, byte, writer));
        *number = writer[2] ? (int64_t)(writer[2] - 1) : NOT_BROUGHT;
    } else {
        *number = find_transfer(hunt, byte, false, 0, &found) ? (int64_t)found : NOT_BROUGHT;
    }
    return TT_OK;
}

/* The bytes from the first on that came in one transfer with it, which are struck off; one alone where none brought it.
 */
static enum tt_status hunt_together(struct hunt *hunt, const struct program_byte *byte, const struct hunt_set *set,
                                    int64_t *numbers, size_t first, unsigned depth)
{
    size_t count;
    struct hunt_set offsets OWNED(hunt_set_clear) = {.count = 0};
    struct program_byte one = *byte;
    char place[PLACE_TEXT];
    const int64_t number = numbers[first];
    one.addr = set->at[first];
    (void)hunt_place_text(hunt, one.x, one.y, one.addr, place);
    if (number == NOT_BROUGHT && program_followed(hunt->run, one.x, one.y))
        return hunt_in_tile(hunt, &one, depth);
    TRY(hunt_set_make(hunt, &offsets, set->count));
    const uint32_t to = number < 0 ? 0 : device_transfers(hunt->run->device, &count)[number].to_addr;
    for (size_t i = first; i < set->count; i++)
        if (numbers[i] == number) {
            offsets.at[offsets.count++] = set->at[i] - to;
            numbers[i] = SAID;
        }
    if (number >= 0)
        return hunt_transfer(hunt, (size_t)number, &offsets, place, depth);
    say_hop(hunt, depth, place, offsets.count > 1 ? "nobody has written it and others" : "nobody has written it");
    return TT_OK;
}

/* `byte` says place and moment. */
static enum tt_status hunt_bytes(struct hunt *hunt, const struct program_byte *byte, const struct hunt_set *set,
                                 unsigned depth)
{
    const bool is_tile = program_followed(hunt->run, byte->x, byte->y) != NULL;
    const size_t count = is_tile && set->count > TILE_BYTES_MAX ? TILE_BYTES_MAX : set->count;
    int64_t *numbers OWNED(mem_free_at) = mem_calloc(count ? count : 1, sizeof *numbers);
    NEED(numbers, hunt->err, "no memory for the bytes of a place");
    if (!hunt_goes_on(hunt))
        return TT_OK;
    hunt->is_cut = hunt->is_cut || count < set->count;
    if (is_tile && count == 1) {
        struct program_byte one = *byte;
        one.addr = set->at[0];
        return hunt_in_tile(hunt, &one, depth);
    }
    for (size_t i = 0; i < count; i++) {
        struct program_byte one = *byte;
        one.addr = set->at[i];
        TRY(hunt_number(hunt, &one, is_tile, &numbers[i]));
    }
    for (size_t i = 0; i < count && hunt_goes_on(hunt); i++)
        if (numbers[i] != SAID)
            TRY(hunt_together(hunt, byte, &(struct hunt_set){set->at, count}, numbers, i, depth));
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
