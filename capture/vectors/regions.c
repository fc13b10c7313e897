/* SPDX-License-Identifier: Apache-2.0 */
/* The regions of a vector: runs of elements as hexadecimal text, and the small state by path. */
#include "base/little.h"
#include "base/number.h"
#include "capture/json/json.h"
#include "capture/vectors/line.h"
#include "isa/spaces.h"

#include <cjson/cJSON.h>

/* Vector files give every thread 64 words, whatever the chip has. */
enum { FILE_THREAD_WORDS = 64, STACK_DEPTH = 8 };

static enum tt_status add_run(struct vector_line *line, enum tt_space space, uint32_t lo, uint32_t count,
                              const uint8_t *bytes, struct tt_error *err)
{
    if (count == 0)
        return TT_OK;
    NEED(MEM_PUSH(line->runs, line->run_count, line->run_capacity, (struct vector_run){space, lo, count, bytes}), err,
         "no memory");
    return TT_OK;
}

/* Appends the bytes that `hex` spells. *count is how many. */
static enum tt_status read_hex(struct vector_line *line, const char *hex, const char *place, uint32_t *count,
                               struct tt_error *err)
{
    const size_t digits = strlen(hex), n = hex_pairs(hex, digits / 2, line->bytes + line->byte_count);
    REFUSE_IF(2 * n != digits, err, "%s: what follows byte %zu is no pair of hexadecimal digits", place, n);
    line->byte_count += n;
    assert(line->byte_count <= line->byte_capacity);
    *count = (uint32_t)n;
    return TT_OK;
}

/* A run of thread words: the file has 64 a thread, the space as many as the chip. Words past those do not exist. */
static enum tt_status add_thread_runs(struct vector_line *line, enum tt_chip chip, uint32_t element, uint32_t elements,
                                      const uint8_t *bytes, const char *place, struct tt_error *err)
{
    const uint32_t words = chip_get(chip)->thread_words;
    const uint32_t all = THREADS * FILE_THREAD_WORDS;
    REFUSE_IF(element > all || elements > all - element, err, "%s: elements %u to %u, but thread_cfg has %u", place,
              (unsigned)element, (unsigned)(element + elements - 1), (unsigned)all);
    for (uint32_t done = 0, run; done < elements; done += run) {
        const uint32_t thread = (element + done) / FILE_THREAD_WORDS;
        const uint32_t word = (element + done) % FILE_THREAD_WORDS;
        const uint32_t left = FILE_THREAD_WORDS - word;
        run = elements - done < left ? elements - done : left;
        const uint32_t exist = word >= words ? 0 : words - word;
        TRY(add_run(line, TT_SPACE_THREAD_CFG, 2 * (thread * words + word), 2 * (run < exist ? run : exist),
                    bytes + 2 * (size_t)done, err));
    }
    return TT_OK;
}

/* [index, hex] */
static enum tt_status regions_read_run(struct vector_line *line, enum tt_chip chip, enum tt_space space,
                                       const cJSON *item, const char *place, struct tt_error *err)
{
    size_t length;
    int64_t element;
    const char *hex;
    uint32_t count = 0;
    TRY(json_array(item, place, &length, err));
    REFUSE_IF(length != 2, err, "%s has %zu members, expected [index, hex]", place, length);
    TRY(json_number(item->child, place, 0, INT32_MAX, &element, err));
    TRY(json_string(item->child->next, place, &hex, err));
    const uint8_t *bytes = line->bytes + line->byte_count;
    TRY(read_hex(line, hex, place, &count, err));
    const uint32_t width = space_element_bytes(space);
    REFUSE_IF(count % width, err, "%s: %u bytes, expected elements of %u", place, (unsigned)count, (unsigned)width);
    if (space == TT_SPACE_THREAD_CFG)
        return add_thread_runs(line, chip, (uint32_t)element, count / width, bytes, place, err);
    const uint32_t elements = space_bytes(chip, space) / width;
    REFUSE_IF((uint32_t)element > elements || count / width > elements - (uint32_t)element, err,
              "%s: %u elements at %u, but %s has %u", place, (unsigned)(count / width), (unsigned)element,
              space_name(space), (unsigned)elements);
    return add_run(line, space, (uint32_t)element * width, count, bytes, err);
}

static enum tt_status regions_add_word(struct vector_line *line, uint32_t word, uint32_t value, struct tt_error *err)
{
    uint8_t *to = line->bytes + line->byte_count;
    assert(line->byte_count + 4 <= line->byte_capacity);
    store_u32(to, value);
    line->byte_count += 4;
    return add_run(line, TT_SPACE_STATE, 4 * word, 4, to, err);
}

/* The lane-flag stack, given whole: its depth, then every entry, also those above the top. */
static enum tt_status read_stack(struct vector_line *line, const cJSON *list, const char *place, struct tt_error *err)
{
    static const char *const names[2] = {"enabled", "flags"};
    const int32_t depth_word = state_find("cc.depth"), first = state_find("cc.stack.0.enabled");
    assert(depth_word >= 0 && first >= 0);
    size_t depth;
    TRY(json_array(list, place, &depth, err));
    REFUSE_IF(depth > STACK_DEPTH, err, "%s has %zu entries, expected at most %d", place, depth, STACK_DEPTH);
    TRY(regions_add_word(line, (uint32_t)depth_word, (uint32_t)depth, err));
    const cJSON *item = list->child;
    for (uint32_t i = 0; i < STACK_DEPTH; i++) {
        uint32_t values[2] = {0, 0};
        const cJSON *found[2];
        if (item)
            TRY(json_members(item, place, names, 2, found, err));
        for (unsigned k = 0; item && k < 2; k++)
            TRY(json_word(found[k], place, &values[k], err));
        for (uint32_t k = 0; k < 2; k++)
            TRY(regions_add_word(line, (uint32_t)first + 2 * i + k, values[k], err));
        item = item ? item->next : NULL;
    }
    return TT_OK;
}

static enum tt_status regions_read_state(struct vector_line *line, const cJSON *object, const char *outer,
                                         struct tt_error *err)
{
    REFUSE_IF(!cJSON_IsObject(object), err, "%s.state is no object", outer);
    for (const cJSON *item = object->child; item; item = item->next) {
        char place[96], plain[JSON_SHOWN_MAX];
        (void)snprintf(place, sizeof place, "%s.state.%s", outer, json_plain(item->string, plain));
        if (strcmp(item->string, "cc.stack") == 0) {
            TRY(read_stack(line, item, place, err));
            continue;
        }
        const int32_t word = state_find(item->string);
        uint32_t value;
        REFUSE_IF(word < 0, err, "%s is no word of the state", place);
        TRY(json_word(item, place, &value, err));
        TRY(regions_add_word(line, (uint32_t)word, value, err));
    }
    return TT_OK;
}

static enum tt_status read_region(struct vector_line *line, enum tt_chip chip, const cJSON *region, const char *outer,
                                  struct tt_error *err)
{
    char place[96], plain[JSON_SHOWN_MAX];
    const enum tt_space space = space_find(region->string);
    (void)snprintf(place, sizeof place, "%s.%s", outer, json_plain(region->string, plain));
    REFUSE_IF(space == TT_SPACE_COUNT, err, "%s is no region", place);
    if (space == TT_SPACE_STATE)
        return regions_read_state(line, region, outer, err);
    size_t length, i = 0;
    TRY(json_array(region, place, &length, err));
    for (const cJSON *item = region->child; item; item = item->next, i++) {
        char at[128];
        (void)snprintf(at, sizeof at, "%s[%zu]", place, i);
        TRY(regions_read_run(line, chip, space, item, at, err));
    }
    return TT_OK;
}

enum tt_status vector_read_regions(struct vector_line *line, enum tt_chip chip, const struct cJSON *regions,
                                   const char *place, struct tt_error *err)
{
    REFUSE_IF(!cJSON_IsObject(regions), err, "%s is no object of regions", place);
    for (const cJSON *region = regions->child; region; region = region->next)
        TRY(read_region(line, chip, region, place, err));
    return TT_OK;
}
