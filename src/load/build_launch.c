/* SPDX-License-Identifier: Apache-2.0 */
/* FOLDER/launch.json: what of a program no build folder says, as its host would print it: circular buffers, buffers in
 * DRAM, arguments, semaphores. It names no file. schemas/inputs/launch.schema.json */
#include "load/build_internal.h"

#include "base/path.h"
#include "capture/json/json.h"
#include "numeric/host_page.h"

#include <cjson/cJSON.h>

enum {
    LAUNCH_BYTES_MAX = 1 << 20,
    PAGE_BYTES_MAX = 1 << 16,
    PAGES_MOST = 0xFFFF,
    COORDINATE_MOST = 63,
    L1_ADDRESS_MOST = (1 << 21) - 1
};

/* Where values go that are to become words of --arg, --common-arg or --semaphore. */
struct values {
    struct texts *texts;
    const char *before; /* "nc=" */
};

static enum tt_status launch_take_value(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    const struct values *values = user;
    uint32_t word = 0;
    TRY(json_word(item, place, &word, err));
    return build_add_word(values->texts, err, "%s0x%x", values->before, (unsigned)word);
}

/* A list by number, or an object by name. */
static enum tt_status launch_take_values(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    const struct values *values = user;
    if (!cJSON_IsObject(item))
        return json_each(item, place, launch_take_value, user, err);
    for (const struct cJSON *value = item->child; value; value = value->next) {
        uint32_t word = 0;
        TRY(json_word(value, place, &word, err));
        TRY(build_add_word(values->texts, err, "%s%s=0x%x", values->before, value->string, (unsigned)word));
    }
    return TT_OK;
}

static enum tt_status launch_take_arguments(void *user, const struct cJSON *item, const char *place,
                                            struct tt_error *err)
{
    struct texts *texts = user;
    struct values b = {texts, "b="}, nc = {texts, "nc="}, compute = {texts, "t="};
    const struct json_member members[] = {
        JSON_MEMBER("brisc", JSON_TAKE, &b, .take = launch_take_values, .may_be_absent = true),
        JSON_MEMBER("ncrisc", JSON_TAKE, &nc, .take = launch_take_values, .may_be_absent = true),
        JSON_MEMBER("compute", JSON_TAKE, &compute, .take = launch_take_values, .may_be_absent = true)};
    return json_read(item, place, JSON_MEMBERS(members), err);
}

static enum tt_status launch_format(char *word, size_t size, const char *name, uint32_t page_bytes, const char *place,
                                    struct tt_error *err)
{
    const enum format format = name ? format_find(name) : FORMAT_COUNT;
    if (build_format_word(word, size, format, page_bytes ? page_bytes : host_page_bytes(format)))
        return TT_OK;
    if (!name && !page_bytes)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT,
                   "%s: a page of %u bytes: expected a data tile of data_format, or a multiple of 16", place,
                   (unsigned)page_bytes);
}

static enum tt_status launch_take_buffer(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    struct load_words *words = user;
    uint32_t number = 0, page_bytes = 0;
    struct load_described described = {.is_there = true};
    const char *format = NULL;
    const struct json_member members[] = {
        JSON_MEMBER("id", JSON_WORD, &number, .most = LOAD_BUFFERS_MAX - 1),
        JSON_MEMBER("num_pages", JSON_WORD, &described.pages, .least = 1, .most = PAGES_MOST, .may_be_absent = true),
        JSON_MEMBER("page_size", JSON_WORD, &page_bytes, .least = 16, .most = PAGE_BYTES_MAX, .may_be_absent = true),
        JSON_MEMBER("data_format", JSON_TEXT, &format, .may_be_absent = true),
        JSON_MEMBER("address", JSON_WORD, &described.at, .most = L1_ADDRESS_MOST, .may_be_absent = true)};
    TRY(json_read(item, place, JSON_MEMBERS(members), err));
    TRY(launch_format(described.format, sizeof described.format, format, page_bytes, place, err));
    words->described[number] = described;
    return TT_OK;
}

static enum tt_status launch_take_tensor(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    struct load_words *words = user;
    struct load_tensor tensor = {.at = 0};
    uint32_t page_bytes = 0;
    const char *name = NULL, *format = NULL;
    const struct json_member members[] = {
        JSON_MEMBER("name", JSON_TEXT, &name), JSON_MEMBER("address", JSON_WORD, &tensor.at),
        JSON_MEMBER("page_size", JSON_WORD, &page_bytes, .least = 16, .most = PAGE_BYTES_MAX, .may_be_absent = true),
        JSON_MEMBER("data_format", JSON_TEXT, &format, .may_be_absent = true)};
    TRY(json_read(item, place, JSON_MEMBERS(members), err));
    REFUSE_IF(strlen(name) >= sizeof tensor.name || words->known_tensor_count == LOAD_TENSORS_MAX, err,
              "%s: a name of at most %d bytes, and at most %d buffers", place, LOAD_NAME_MAX - 1, LOAD_TENSORS_MAX);
    TRY(launch_format(tensor.format, sizeof tensor.format, format, page_bytes, place, err));
    (void)snprintf(tensor.name, sizeof tensor.name, "%s", name);
    words->known_tensors[words->known_tensor_count++] = tensor;
    return TT_OK;
}

/* [X, Y] */
static enum tt_status launch_take_place(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    struct load_words *words = user;
    int64_t x = 0, y = 0;
    size_t count = 0;
    TRY(json_array(item, place, &count, err));
    REFUSE_IF(count != 2, err, "%s: %zu numbers, expected two", place, count);
    TRY(json_number(item->child, place, 0, COORDINATE_MOST, &x, err));
    TRY(json_number(item->child->next, place, 0, COORDINATE_MOST, &y, err));
    (void)snprintf(words->place, sizeof words->place, "%u,%u", (unsigned)x, (unsigned)y);
    if (!words->noc_xy)
        words->noc_xy = words->place;
    return TT_OK;
}

static enum tt_status launch_take(void *user, const struct cJSON *root, struct tt_error *err)
{
    struct load_words *words = user;
    unsigned chip = TT_CHIP_COUNT;
    struct values semaphores = {&words->semaphores, ""};
    const struct json_member members[] = {
        JSON_MEMBER("arch", JSON_CHOICE, &chip, .choice = json_chips, .may_be_absent = true),
        JSON_MEMBER("noc_xy", JSON_TAKE, words, .take = launch_take_place, .may_be_absent = true),
        JSON_MEMBER("circular_buffers", JSON_EACH, words, .take = launch_take_buffer, .may_be_absent = true),
        JSON_MEMBER("buffers", JSON_EACH, words, .take = launch_take_tensor, .may_be_absent = true),
        JSON_MEMBER("runtime_args", JSON_TAKE, &words->arguments, .take = launch_take_arguments, .may_be_absent = true),
        JSON_MEMBER("common_runtime_args", JSON_TAKE, &words->common_arguments, .take = launch_take_arguments,
                    .may_be_absent = true),
        JSON_MEMBER("semaphores", JSON_EACH, &semaphores, .take = launch_take_value, .may_be_absent = true)};
    TRY(json_read(root, "", JSON_MEMBERS(members), err));
    if (chip != TT_CHIP_COUNT && !words->arch)
        words->arch = chip_get((enum tt_chip)chip)->name;
    return TT_OK;
}

enum tt_status build_read_launch(struct load_words *words, const char *folder, struct tt_error *err)
{
    enum path_kind kind = PATH_ABSENT;
    char *path OWNED(mem_free_at) = path_join(folder, "launch.json");
    NEED(path, err, "no memory");
    TRY(path_look(&kind, path, err));
    return kind == PATH_FILE ? json_read_file(path, LAUNCH_BYTES_MAX, launch_take, words, err) : TT_OK;
}
