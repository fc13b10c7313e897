/* SPDX-License-Identifier: Apache-2.0 */
/* cfg-mask.json: which configuration bits the recorder of a set of files holds. docs/formats/bundle.md */
#include "base/little.h"
#include "base/path.h"
#include "capture/bundle.h"
#include "capture/json/json.h"
#include "isa/chip.h"
#include "isa/spaces.h"

#include <cjson/cJSON.h>

enum { MASK_FILE_BYTES_MAX = 1024 * 1024 };

/* Cuts the last part of a path; "." where there is but one. Null: there is nothing above. */
static char *mask_folder_above(char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        path[--length] = '\0';
    char *slash = strrchr(path, '/');
    if (length == 0 || strcmp(path, "/") == 0 || strcmp(path, ".") == 0)
        return NULL;
    if (slash == path)
        slash++;
    return slash ? (*slash = '\0', path) : strcpy(path, ".");
}

static enum tt_status mask_look_in(char **found, const char *folder, struct tt_error *err)
{
    enum path_kind kind = PATH_ABSENT;
    char *path = path_join(folder, BUNDLE_MASK_FILE);
    enum tt_status status = path ? path_look(&kind, path, err) : tt_fail(err, TT_NO_MEMORY, "%s: no memory", folder);
    if (!status && kind == PATH_FILE)
        *found = path;
    else
        mem_free(path);
    return status;
}

enum tt_status recorder_mask_find(char **found, const char *path, const char *named, struct tt_error *err)
{
    enum path_kind kind = PATH_ABSENT;
    *found = NULL;
    char *folder = mem_alloc(strlen(path) + sizeof ".");
    NEED(folder, err, "%s: no memory", path);
    (void)strcpy(folder, path);
    enum tt_status status = path_look(&kind, path, err);
    char *at = kind == PATH_FOLDER ? folder : mask_folder_above(folder);
    if (at && !status)
        status = mask_look_in(found, at, err);
    while (!status && !*found && at && strlen(at) > strlen(named) && (at = mask_folder_above(at)))
        if (strlen(at) >= strlen(named))
            status = mask_look_in(found, at, err);
    mem_free(folder);
    return status;
}

/* A word's number, as text or number, below `words`. */
static enum tt_status read_index(const char *text, uint32_t words, uint32_t *word, struct tt_error *err)
{
    char *end, plain[JSON_SHOWN_MAX];
    errno = 0;
    const unsigned long value = strtoul(text, &end, 10);
    REFUSE_IF(errno || *end || end == text || value >= words, err, "\"%s\" is no configuration word, expected 0 to %u",
              json_plain(text, plain), (unsigned)(words - 1));
    *word = (uint32_t)value;
    return TT_OK;
}

static enum tt_status read_mask(const cJSON *item, uint32_t *mask, struct tt_error *err)
{
    char plain[JSON_SHOWN_MAX], *end;
    const char *text;
    TRY(json_string(item, item->string, &text, err));
    errno = 0;
    const unsigned long value = strtoul(text, &end, 16);
    REFUSE_IF(errno || *end || end == text || value > UINT32_MAX || *text == '-', err,
              "the mask \"%s\" is not 32 bits in hexadecimal", json_plain(text, plain));
    *mask = (uint32_t)value;
    return TT_OK;
}

static enum tt_status read_cfg_words(const cJSON *object, uint32_t words, uint8_t *known, struct tt_error *err)
{
    REFUSE_IF(!cJSON_IsObject(object), err, "cfg_per_state or cfg_shared is no object");
    for (const cJSON *item = object->child; item; item = item->next) {
        uint32_t word = 0, mask = 0;
        enum tt_status status = read_index(item->string, words, &word, err);
        TRY(status ?: read_mask(item, &mask, err));
        store_u32(known + 4 * (size_t)word, mask);
        store_u32(known + 4 * ((size_t)words + word), mask);
    }
    return TT_OK;
}

static enum tt_status read_thread_words(const cJSON *list, uint32_t words, uint8_t *known, struct tt_error *err)
{
    size_t count;
    enum tt_status status = json_array(list, "thread_cfg", &count, err);
    for (const cJSON *item = status ? NULL : list->child; item; item = item->next) {
        int64_t word;
        status = json_number(item, "thread_cfg", 0, (int64_t)words - 1, &word, err);
        if (status)
            return status;
        for (uint32_t thread = 0; thread < THREADS; thread++)
            memset(known + 2 * ((size_t)thread * words + (size_t)word), 0xFF, 2);
    }
    return status;
}

static enum tt_status mask_fill(const cJSON *tree, enum tt_chip chip, enum tt_space space, uint8_t *known,
                                struct tt_error *err)
{
    static const char *const names[3] = {"cfg_per_state", "cfg_shared", "thread_cfg"};
    const struct chip *what = chip_get(chip);
    const cJSON *found[3];
    const cJSON *of_chip = cJSON_GetObjectItemCaseSensitive(tree, what->name);
    TRY(json_members(of_chip, what->name, names, 3, found, err));
    memset(known, 0, space_bytes(chip, space));
    if (space == TT_SPACE_THREAD_CFG)
        return read_thread_words(found[2], what->thread_words, known, err);
    TRY(read_cfg_words(found[0], what->cfg_words, known, err));
    return read_cfg_words(found[1], what->cfg_words, known, err);
}

/* Of every chip that the file has; it has one. */
static enum tt_status mask_check(void *user, const cJSON *tree, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    bool has_any = false;
    (void)user;
    for (int chip = 0; chip < TT_CHIP_COUNT && !status; chip++) {
        const bool is_there = cJSON_HasObjectItem(tree, chip_get((enum tt_chip)chip)->name);
        has_any |= is_there;
        if (!is_there && (has_any || chip + 1 < TT_CHIP_COUNT))
            continue;
        uint8_t *known = mem_alloc(space_bytes((enum tt_chip)chip, TT_SPACE_CFG));
        status = known ? mask_fill(tree, (enum tt_chip)chip, TT_SPACE_CFG, known, err)
                       : tt_fail(err, TT_NO_MEMORY, "no memory");
        mem_free(known);
    }
    return status;
}

enum tt_status recorder_mask_check(const char *file, struct tt_error *err)
{
    return json_read_file(file, MASK_FILE_BYTES_MAX, mask_check, NULL, err);
}

struct mask_wanted {
    enum tt_chip chip;
    enum tt_space space;
    uint8_t *known;
};

static enum tt_status mask_take(void *user, const cJSON *tree, struct tt_error *err)
{
    const struct mask_wanted *wanted = user;
    return mask_fill(tree, wanted->chip, wanted->space, wanted->known, err);
}

enum tt_status recorder_mask(const char *file, enum tt_chip chip, enum tt_space space, uint8_t *known,
                             struct tt_error *err)
{
    memset(known, 0xFF, space_bytes(chip, space));
    return file ? json_read_file(file, MASK_FILE_BYTES_MAX, mask_take, &(struct mask_wanted){chip, space, known}, err)
                : TT_OK;
}
