/* SPDX-License-Identifier: Apache-2.0 */
/* bundle.json into a struct, every value checked. docs/formats/bundle.md#the-manifest */
#include "capture/import/bundle/bundle_manifest.h"

#include "base/search.h"
#include "capture/container/manifest.h"
#include "capture/json/json.h"
#include "isa/spaces.h"

#include <cjson/cJSON.h>

enum { BUNDLE_MANIFEST_MAX = 64 << 20 };

static const int64_t WORD_MAX = UINT32_MAX;
static const int64_t EVENT_MAX = (int64_t)1 << 52;

/* A file of the bundle stays in its folder. */
static enum tt_status check_file(const char *file, const char *place, struct tt_error *err)
{
    char plain[JSON_SHOWN_MAX];
    bool is_inside = *file && *file != '/';
    for (const char *part = file; part && is_inside; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            is_inside = false;
    }
    if (is_inside)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "%s is \"%s\", expected a path within the bundle's folder", place,
                   json_plain(file, plain));
}

static enum tt_status manifest_take_region(void *user, const cJSON *item, const char *place, struct tt_error *err)
{
    struct bundle_checkpoint *checkpoint = user;
    struct bundle_region *region = &checkpoint->regions[checkpoint->region_count++];
    const char *name;
    const cJSON *addr = NULL;
    int64_t number;
    uint64_t window = 0, bytes = 0;
    char at[JSON_PLACE_MAX], plain[JSON_SHOWN_MAX];
    const struct json_member members[] = {
        JSON_MEMBER("name", JSON_TEXT, &name),
        JSON_MEMBER("file", JSON_TEXT, &region->file),
        JSON_MEMBER("addr", JSON_ITEM, &addr, .may_be_absent = true),
        JSON_MEMBER("hash_window", JSON_NUMBER, &window, .most = TTCAP_WINDOW_MAX, .may_be_absent = true),
        JSON_MEMBER("hash_bytes", JSON_NUMBER, &bytes, .most = WORD_MAX, .may_be_absent = true),
    };
    TRY(json_read(item, place, JSON_MEMBERS(members), err));
    region->space = space_find(name);
    REFUSE_IF(region->space == TT_SPACE_COUNT, err, "%s.name is \"%s\", which is no region of the format", place,
              json_plain(name, plain));
    (void)snprintf(at, sizeof at, "%s.file", place);
    TRY(check_file(region->file, at, err));
    REFUSE_IF(!window != !bytes, err, "%s has hash_%s and no hash_%s", place, window ? "window" : "bytes",
              window ? "bytes" : "window");
    region->window = (uint32_t)window;
    region->bytes = (uint32_t)bytes;
    (void)snprintf(at, sizeof at, "%s.addr", place);
    if (region->space != TT_SPACE_L1)
        return addr ? tt_fail(err, TT_BAD_INPUT, "%s: only an l1 region has an address", at) : TT_OK;
    TRY(json_number(addr, at, 0, WORD_MAX, &number, err));
    region->addr = (uint32_t)number;
    return TT_OK;
}

/* A space stands once in a checkpoint; L1 may be given in pieces. */
static enum tt_status check_once(const struct bundle_checkpoint *checkpoint, const char *place, struct tt_error *err)
{
    size_t first[TT_SPACE_COUNT] = {0}; /* 1 + index */
    for (size_t i = 0; i < checkpoint->region_count; i++) {
        enum tt_space space = checkpoint->regions[i].space;
        REFUSE_IF(first[space] && space != TT_SPACE_L1, err, "%s.regions[%zu] is %s, and so is regions[%zu]", place, i,
                  space_name(space), first[space] - 1);
        first[space] = i + 1;
    }
    return TT_OK;
}

/* A checkpoint is not before the one before it. */
static enum tt_status check_after(const struct bundle_manifest *manifest, size_t i, const char *place,
                                  struct tt_error *err)
{
    const int64_t after = manifest->checkpoints[i].after_event;
    REFUSE_IF(i == 0 && after != -1, err, "%s.after_event is %lld, but the first is the starting state, -1", place,
              (long long)after);
    REFUSE_IF(i > 0 && after < manifest->checkpoints[i - 1].after_event, err,
              "%s.after_event is %lld, but the checkpoint before is after %lld", place, (long long)after,
              (long long)manifest->checkpoints[i - 1].after_event);
    return TT_OK;
}

static enum tt_status manifest_take_checkpoint(void *user, const cJSON *item, const char *place, struct tt_error *err)
{
    struct bundle_manifest *manifest = user;
    const size_t i = manifest->checkpoint_count++;
    struct bundle_checkpoint *checkpoint = &manifest->checkpoints[i];
    const cJSON *regions;
    char at[JSON_PLACE_MAX];
    const struct json_member members[] = {
        JSON_MEMBER("id", JSON_TEXT, &checkpoint->id),
        JSON_MEMBER("after_event", JSON_NUMBER, &checkpoint->after_event, .least = -1, .most = EVENT_MAX),
        JSON_MEMBER("regions", JSON_LIST, &regions),
    };
    TRY(json_read(item, place, JSON_MEMBERS(members), err));
    REFUSE_IF(!*checkpoint->id, err, "%s.id is empty", place);
    checkpoint->regions = mem_calloc((size_t)cJSON_GetArraySize(regions), sizeof *checkpoint->regions);
    NEED(checkpoint->regions, err, "no memory");
    (void)snprintf(at, sizeof at, "%s.regions", place);
    TRY(json_each(regions, at, manifest_take_region, checkpoint, err));
    TRY(check_once(checkpoint, place, err));
    return check_after(manifest, i, place, err);
}

ORDER(by_id, struct bundle_checkpoint *, strcmp((*a)->id, (*b)->id))

/* Checkpoints are named: no two alike. Sorted, so that thousands of them cost no square. */
static enum tt_status check_ids(const struct bundle_manifest *manifest, struct tt_error *err)
{
    const struct bundle_checkpoint **sorted =
        mem_calloc(manifest->checkpoint_count, sizeof(struct bundle_checkpoint *));
    NEED(sorted, err, "no memory");
    for (size_t i = 0; i < manifest->checkpoint_count; i++)
        sorted[i] = &manifest->checkpoints[i];
    qsort(sorted, manifest->checkpoint_count, sizeof sorted[0], by_id);
    enum tt_status status = TT_OK;
    char plain[JSON_SHOWN_MAX];
    for (size_t i = 1; i < manifest->checkpoint_count && status == TT_OK; i++) {
        if (by_id(&sorted[i - 1], &sorted[i]) == 0)
            status = tt_fail(err, TT_BAD_INPUT, "two checkpoints have the id \"%s\"", json_plain(sorted[i]->id, plain));
    }
    mem_free(sorted);
    return status;
}

static enum tt_status take_checkpoints(struct bundle_manifest *manifest, const cJSON *list, struct tt_error *err)
{
    const size_t count = (size_t)cJSON_GetArraySize(list);
    REFUSE_IF(count == 0, err, "checkpoints is empty, and the first is the starting state");
    manifest->checkpoints = mem_calloc(count, sizeof *manifest->checkpoints);
    NEED(manifest->checkpoints, err, "no memory");
    const enum tt_status status = json_each(list, "checkpoints", manifest_take_checkpoint, manifest, err);
    return status ? status : check_ids(manifest, err);
}

static enum tt_status manifest_take_source(void *user, const cJSON *item, const char *place, struct tt_error *err)
{
    struct bundle_manifest *manifest = user;
    const struct json_member members[] = {
        JSON_MEMBER("kind", JSON_CHOICE, &manifest->meta.source, .choice = source_names)};
    return json_read(item, place, JSON_MEMBERS(members), err);
}

static enum tt_status manifest_take_tag(void *user, const cJSON *item, const char *place, struct tt_error *err)
{
    struct bundle_manifest *manifest = user;
    return json_string(item, place, &manifest->tags[manifest->meta.tag_count++], err);
}

static enum tt_status manifest_take_tags(void *user, const cJSON *list, const char *place, struct tt_error *err)
{
    struct bundle_manifest *manifest = user;
    manifest->meta.tags = manifest->tags = mem_calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *manifest->tags);
    return manifest->tags ? json_each(list, place, manifest_take_tag, manifest, err)
                          : tt_fail(err, TT_NO_MEMORY, "no memory");
}

static const char *manifest_ends(size_t i)
{
    static const char *const names[] = {"end", "hung", NULL};
    return names[i];
}

/* A capture says it by a tag, behind the bundle's own. */
static enum tt_status manifest_add_end(struct bundle_manifest *manifest, unsigned ended, struct tt_error *err)
{
    static const char *const tags[] = {CAPTURE_DEVICE_ENDED, CAPTURE_DEVICE_HUNG};
    if (!manifest->tags)
        manifest->meta.tags = manifest->tags = mem_calloc(1, sizeof *manifest->tags);
    NEED(manifest->tags, err, "no memory");
    manifest->tags[manifest->meta.tag_count++] = tags[ended];
    return TT_OK;
}

static enum tt_status bundle_manifest_check_head(const struct bundle_manifest *manifest, const char *format,
                                                 struct tt_error *err)
{
    char plain[JSON_SHOWN_MAX];
    REFUSE_IF(strcmp(format, "tensix-dump-bundle") != 0, err, "format is \"%s\", expected \"tensix-dump-bundle\"",
              json_plain(format, plain));
    REFUSE_IF(!*manifest->meta.name, err, "name is empty");
    return manifest->events ? check_file(manifest->events, "events", err) : TT_OK;
}

enum tt_status bundle_manifest_take(struct bundle_manifest *manifest, cJSON *tree, struct tt_error *err)
{
    enum { UNSAID = 2 };
    const char *format;
    const cJSON *checkpoints;
    unsigned ended = UNSAID;
    *manifest = (struct bundle_manifest){.tree = tree, .meta.description = ""};
    const struct json_member members[] = {
        JSON_MEMBER("format", JSON_TEXT, &format),
        JSON_MEMBER("version", JSON_VERSION, NULL, .most = 1),
        JSON_MEMBER("arch", JSON_CHOICE, &manifest->meta.chip, .choice = json_chips),
        JSON_MEMBER("name", JSON_TEXT, &manifest->meta.name),
        JSON_MEMBER("description", JSON_TEXT, &manifest->meta.description, .may_be_absent = true),
        JSON_MEMBER("source", JSON_TAKE, manifest, .take = manifest_take_source),
        JSON_MEMBER("tags", JSON_TAKE, manifest, .take = manifest_take_tags, .may_be_absent = true),
        JSON_MEMBER("ended", JSON_CHOICE, &ended, .choice = manifest_ends, .may_be_absent = true),
        JSON_MEMBER("boot", JSON_EACH, &manifest->boot, .take = boot_take, .may_be_absent = true),
        JSON_MEMBER("events", JSON_TEXT, &manifest->events, .may_be_absent = true, .may_be_null = true),
        JSON_MEMBER("checkpoints", JSON_LIST, &checkpoints),
    };
    enum tt_status status = json_read(tree, "", JSON_MEMBERS(members), err);
    manifest->meta.boot = manifest->boot.items;
    manifest->meta.boot_count = manifest->boot.count;
    status = status ?: bundle_manifest_check_head(manifest, format, err);
    if (!status && ended != UNSAID)
        status = manifest_add_end(manifest, ended, err);
    return status ? status : take_checkpoints(manifest, checkpoints, err);
}

enum tt_status bundle_manifest_load(struct bundle_manifest *manifest, struct bundle_file *file, const char *path,
                                    struct tt_error *err)
{
    char *text;
    size_t count;
    cJSON *tree;
    *manifest = (struct bundle_manifest){0};
    TRY(bundle_file_load_text(file, path, BUNDLE_MANIFEST_MAX, &text, &count, err));
    const enum tt_status status = json_parse(&tree, text, count, err);
    mem_free(text);
    return PLACED(status ? status : bundle_manifest_take(manifest, tree, err), err, "%s", path);
}

void bundle_manifest_clear(struct bundle_manifest *manifest)
{
    for (size_t i = 0; i < manifest->checkpoint_count; i++)
        mem_free(manifest->checkpoints[i].regions);
    mem_free(manifest->checkpoints);
    mem_free(manifest->tags);
    cJSON_Delete(manifest->tree);
    *manifest = (struct bundle_manifest){0};
}
