/* SPDX-License-Identifier: Apache-2.0 */
/* Dumps of single spaces. docs/how-to/capture-from-dumps.md; the window of configuration is F32 */
#include "capture/import/importer.h"

#include "capture/bundle.h"
#include "capture/import/npy.h"
#include "capture/import/region_rules.h"
#include "capture/import/state_json.h"

#include "place_texts.h"

/* The content of a file: the items of an array, or all of its bytes. */
struct content {
    struct npy array; /* item_bytes 0: no array */
    const uint8_t *bytes;
    size_t count;
};

/* Configuration as a core sees it from MMIO_CFG on: two states, on Blackhole a window that writes both, and then the
 * words of the threads, each in four bytes (Blackhole) or sixteen (Wormhole). F32 */
struct window {
    uint32_t states_bytes, threads_at, stride, bytes;
};

static struct window window_of(enum tt_chip id)
{
    const struct chip *chip = chip_get(id);
    bool writes_both = chip->cfg_window_has_both;
    struct window window = {.states_bytes = space_bytes(id, TT_SPACE_CFG), .stride = writes_both ? 4 : 16};
    window.threads_at = window.states_bytes + (writes_both ? window.states_bytes / CFG_STATES : 0);
    window.bytes = window.threads_at + THREADS * chip->thread_words * window.stride;
    return window;
}

/* The lengths of a space's dimensions; 0: as many as there are. */
static unsigned shape_of(enum tt_chip chip, enum tt_space space, uint64_t shape[static 3])
{
    static const struct {
        unsigned dimensions;
        uint64_t shape[3];
    } shapes[TT_SPACE_COUNT] = {
        [TT_SPACE_CFG] = {2, {CFG_STATES}},
        [TT_SPACE_THREAD_CFG] = {2, {THREADS}},
        [TT_SPACE_GPR] = {2, {THREADS, GPRS}},
        [TT_SPACE_DST] = {2, {DST_ROWS, DST_COLUMNS}},
        [TT_SPACE_DST_VALID] = {1, {DST_ROWS}},
        [TT_SPACE_SRCA] = {3, {SRC_BANKS, SRC_ROWS, SRC_COLUMNS}},
        [TT_SPACE_SRCB] = {3, {SRC_BANKS, SRC_ROWS, SRC_COLUMNS}},
        [TT_SPACE_LREG] = {2, {LREGS, LANES}},
    };
    memcpy(shape, shapes[space].shape, sizeof shapes[space].shape);
    if (space == TT_SPACE_CFG)
        shape[1] = chip_get(chip)->cfg_words;
    return shapes[space].dimensions;
}

/* A flat array may stand for any shape; another must be the space's own. */
static enum tt_status check_array(enum tt_chip chip, enum tt_space space, const struct npy *array, struct tt_error *err)
{
    uint64_t shape[3];
    char is[NPY_SHAPE_MAX], wanted[NPY_SHAPE_MAX];
    unsigned dimensions = shape_of(chip, space, shape);
    uint32_t bytes = space_element_bytes(space);
    if (space == TT_SPACE_L1 && (array->item_bytes != 1 || array->is_bool || array->is_void))
        return tt_fail(
            err, TT_BAD_INPUT,
            "dtype %s, but l1 holds raw bytes, expected |u1 or |i1: numpy.save(f, a.view(numpy.uint8)) for bytes that "
            "are in L1 as they are in the array; values must first be converted to the format that the kernel reads",
            array->dtype);
    if (space == TT_SPACE_L1)
        return TT_OK;
    REFUSE_IF(array->item_bytes != bytes || array->is_void, err, "dtype %s, but %s has elements of %u byte%s",
              array->dtype, space_name(space), bytes, bytes == 1 ? "" : "s");
    REFUSE_IF(array->is_float && space != TT_SPACE_LREG && space != TT_SPACE_GPR, err,
              "dtype %s, but %s holds raw cells, expected <u%u", array->dtype, space_name(space), bytes);
    if (array->dimensions <= 1)
        return TT_OK;
    bool is_same = array->dimensions == dimensions;
    for (unsigned i = 0; i < dimensions && is_same; i++)
        is_same = shape[i] == 0 || array->shape[i] == shape[i];
    if (is_same)
        return TT_OK;
    (void)npy_shape_text(shape, dimensions, wanted);
    return tt_fail(err, TT_BAD_INPUT, "shape %s, but %s of %s is %s%s",
                   npy_shape_text(array->shape, array->dimensions, is), space_name(space), chip_get(chip)->name, wanted,
                   shape[dimensions - 1] == 0 ? ", 0: any" : "");
}

/* By the mask that the user named, or that lies beside the dump. */
static enum tt_status dump_mask(struct import_sink *sink, const struct import_item *item, enum tt_space space,
                                uint8_t *mask, struct tt_error *err)
{
    char *found OWNED(mem_free_at) = NULL;
    const char *file = import_mask(sink);
    TRY(file ? TT_OK : recorder_mask_find(&found, item->path, item->path, err));
    file = file ? file : found;
    TRY(recorder_mask(file, import_chip_so_far(sink), space, mask, err));
    return file ? import_note(sink, err, TTCAP_MASK_INPUT "%.200s", file) : TT_OK;
}

static enum tt_status put_threads(struct import_sink *sink, const struct import_item *item, const uint8_t *bytes,
                                  size_t count, struct tt_error *err)
{
    uint8_t mask[sizeof(uint16_t) * THREADS * THREAD_WORDS_MAX];
    struct thread_words words;
    enum tt_chip chip = import_chip_so_far(sink);
    TRY(dump_mask(sink, item, TT_SPACE_THREAD_CFG, mask, err));
    enum tt_status status = region_thread_words(&words, chip, bytes, count, mask, err);
    if (status)
        return import_placed(item, status, err);
    return import_region(sink, item->id, TT_SPACE_THREAD_CFG, 0, words.count, words.bytes, words.known, err);
}

/* The threads' words of a window, closed up. */
static enum tt_status put_window_threads(struct import_sink *sink, const struct import_item *item,
                                         const struct window *window, const uint8_t *bytes, struct tt_error *err)
{
    uint8_t words[sizeof(uint16_t) * THREADS * THREAD_WORDS_MAX];
    uint32_t count = THREADS * chip_get(import_chip_so_far(sink))->thread_words;
    for (uint32_t i = 0; i < count; i++)
        memcpy(words + sizeof(uint16_t) * i, bytes + window->threads_at + (size_t)i * window->stride, sizeof(uint16_t));
    return put_threads(sink, item, words, sizeof(uint16_t) * count, err);
}

static enum tt_status dump_put_cfg(struct import_sink *sink, const struct import_item *item,
                                   const struct content *content, struct tt_error *err)
{
    uint8_t mask[sizeof(uint32_t) * CFG_STATES * CFG_WORDS_MAX];
    enum tt_chip chip = import_chip_so_far(sink);
    struct window window = window_of(chip);
    REFUSE_IF(content->count != window.states_bytes && content->count != window.bytes, err,
              "%s: holds %zu bytes, but cfg of %s is %u, or %u with the words of the threads as a core reads "
              "them from " MMIO_TEXT_CFG " on",
              item->path, content->count, chip_get(chip)->name, window.states_bytes, window.bytes);
    TRY(dump_mask(sink, item, TT_SPACE_CFG, mask, err));
    TRY(import_region(sink, item->id, TT_SPACE_CFG, 0, window.states_bytes, content->bytes, mask, err));
    if (content->count == window.bytes)
        TRY(put_window_threads(sink, item, &window, content->bytes, err));
    return TT_OK;
}

static enum tt_status put_l1(struct import_sink *sink, const struct import_item *item, const struct content *content,
                             struct tt_error *err)
{
    uint32_t end = space_bytes(import_chip_so_far(sink), TT_SPACE_L1);
    REFUSE_IF(item->addr > end || content->count > end - item->addr, err,
              "%s: %zu bytes from 0x%x run past the end of L1 at 0x%x", item->path, content->count, item->addr, end);
    return import_region(sink, item->id, TT_SPACE_L1, item->addr, (uint32_t)content->count, content->bytes, NULL, err);
}

static enum tt_status put_state(struct import_sink *sink, const struct import_item *item, const uint8_t *bytes,
                                size_t count, struct tt_error *err)
{
    struct state_words state;
    enum tt_status status = state_parse(&state, (const char *)bytes, count, strcmp(item->id, "begin") == 0, err);
    if (status)
        return import_placed(item, status, err);
    return import_numbers(sink, item->id, TT_SPACE_STATE, 0, state.count, state.value, state.known, err);
}

static enum tt_status put_fixed(struct import_sink *sink, const struct import_item *item, const struct content *content,
                                struct tt_error *err)
{
    enum tt_status status =
        region_check(import_chip_so_far(sink), item->importer->space, content->bytes, content->count, err);
    if (status)
        return import_placed(item, status, err);
    return import_region(sink, item->id, item->importer->space, 0, (uint32_t)content->count, content->bytes, NULL, err);
}

static enum tt_status dump_read(struct import_sink *sink, const struct import_item *item, const char *text,
                                size_t count, struct tt_error *err)
{
    const uint8_t *bytes = (const uint8_t *)text;
    const enum tt_space space = item->importer->space;
    if (space == TT_SPACE_STATE)
        return put_state(sink, item, bytes, count, err);
    struct content content = {.bytes = bytes, .count = count};
    enum tt_status status = TT_OK;
    if (npy_is(bytes, count)) {
        status = npy_read(&content.array, bytes, count, err);
        status = status ?: check_array(import_chip_so_far(sink), space, &content.array, err);
        if (status)
            return import_placed(item, status, err);
        content.bytes = bytes + content.array.data_at;
        content.count = count - content.array.data_at;
    }
    REFUSE_IF(content.count == 0, err, "%s: holds no bytes", item->path);
    if (space == TT_SPACE_L1)
        status = put_l1(sink, item, &content, err);
    else if (space == TT_SPACE_CFG)
        status = dump_put_cfg(sink, item, &content, err);
    else if (space == TT_SPACE_THREAD_CFG)
        status = put_threads(sink, item, content.bytes, content.count, err);
    else
        status = put_fixed(sink, item, &content, err);
    return status ? status : import_note(sink, err, "%zu bytes at %s", content.count, item->id);
}

/* "srca:0,0,0@600": a place, and the moment at which it was dumped. */
static enum tt_status dump_key(struct import_item *item, const char *text, struct tt_error *err)
{
    const char *at = strrchr(text, '@');
    REFUSE_IF(!at || at == text || !at[1] || at - text >= (ptrdiff_t)sizeof item->place ||
                  strlen(at) > sizeof item->moment,
              err, "expected PLACE@EVENT, a place such as dst:0,0 and an event or a checkpoint");
    memcpy(item->place, text, (size_t)(at - text));
    memcpy(item->moment, at + 1, strlen(at));
    return TT_OK;
}

/* A part of a space from its place on, at a moment. */
static enum tt_status dump_read_part(struct import_sink *sink, const struct import_item *item, const char *text,
                                     size_t count, struct tt_error *err)
{
    const enum tt_chip chip = import_chip_so_far(sink);
    struct content content = {.bytes = (const uint8_t *)text, .count = count};
    char id[IMPORT_ID_MAX];
    enum tt_space space = TT_SPACE_L1;
    uint32_t lo = 0;
    enum tt_status status = import_place(sink, item->place, &space, &lo, err);
    TRY(status ?: import_moment(sink, item->moment, id, err));
    if (npy_is(content.bytes, count)) {
        status = npy_read(&content.array, content.bytes, count, err);
        content.array.dimensions = 1; /* of a part any shape will do */
        status = status ?: check_array(chip, space, &content.array, err);
        content.bytes += content.array.data_at;
        content.count -= content.array.data_at;
    }
    status = status ?: region_check_part(chip, space, lo, content.bytes, content.count, err);
    if (status)
        return import_placed(item, status, err);
    status = import_region(sink, id, space, lo, (uint32_t)content.count, content.bytes, NULL, err);
    return status ? status : import_note(sink, err, "%zu bytes at %s", content.count, id);
}

static enum tt_status l1_key(struct import_item *item, const char *text, struct tt_error *err)
{
    return key_addr(&item->addr, text, err);
}

static bool is_array(const char *text, size_t count)
{
    return npy_is((const uint8_t *)text, count);
}

/* A row each: a dump of one space, raw or .npy; of the small state JSON. */
#define DUMP(...)                                                                                                      \
    {                                                                                                                  \
        .group = IMPORT_DUMPS, .bytes_max = 16 << 20, .read = dump_read, __VA_ARGS__                                   \
    }
const struct importer importer_l1 = DUMP(.option = "l1", .space = TT_SPACE_L1, .doc = "L1 from byte ADDR on",
                                         .before = "ADDR=", .key = l1_key, .example = "0x20000=in.bin");
const struct importer importer_cfg = DUMP(.option = "cfg", .space = TT_SPACE_CFG,
                                          .doc = "configuration: two states, or all as read from " MMIO_TEXT_CFG " on");
const struct importer importer_thread_cfg =
    DUMP(.option = "thread-cfg", .space = TT_SPACE_THREAD_CFG, .doc = "configuration of the three threads");
const struct importer importer_gpr =
    DUMP(.option = "gpr", .space = TT_SPACE_GPR, .doc = "scalar registers of the three threads");
const struct importer importer_dst =
    DUMP(.option = "dst", .space = TT_SPACE_DST, .doc = "Dst, 1024 rows of 16 raw cells", .is = is_array,
         .looks = "a NumPy array; an option such as", .lacks = "of what it is a dump");
const struct importer importer_dst_valid =
    DUMP(.option = "dst-valid", .space = TT_SPACE_DST_VALID, .doc = "which rows of Dst hold data");
const struct importer importer_srca = DUMP(.option = "srca", .space = TT_SPACE_SRCA, .doc = "SrcA, both banks");
const struct importer importer_srcb = DUMP(.option = "srcb", .space = TT_SPACE_SRCB, .doc = "SrcB, both banks");
const struct importer importer_lreg =
    DUMP(.option = "lreg", .space = TT_SPACE_LREG, .doc = "vector registers, 16 of 32 lanes");
const struct importer importer_dump = {
    .option = "dump",
    .group = IMPORT_DUMPS,
    .bytes_max = 16 << 20,
    .read = dump_read_part,
    .before = "PLACE@EVENT=",
    .key = dump_key,
    .example = "dst:0,0@600=dst.npy",
    .doc = "a part of a space from a place on, dumped behind an event, or at a checkpoint: l1:0x60000@end=out.bin, "
           "srca:0,0,0@599=srca.npy"};
const struct importer importer_state =
    DUMP(.option = "state", .space = TT_SPACE_STATE, .doc = "the small state, JSON as in a bundle");
