/* SPDX-License-Identifier: Apache-2.0 */
/* bundle.json into a struct, every value checked. docs/formats/bundle.md#the-manifest */
#include "capture/import/bundle/bundle_manifest.h"

#include "base/memory.h"
#include "capture/container/manifest.h"
#include "capture/import/json.h"
#include "isa/cores.h"
#include "isa/spaces.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANIFEST_BYTES_MAX = 64 << 20, PLACE_MAX = 64 /* each level down adds as much */ };

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

static enum tt_status parse_region(struct bundle_region *region, const cJSON *item, const char *place,
                                   struct tt_error *err)
{
    static const char *const names[] = {"name", "file", "addr"};
    const cJSON *found[3];
    char at[3 * PLACE_MAX];
    const char *name;
    enum tt_status status = json_members(item, place, names, 3, found, err);
    if (status)
        return status;
    (void)snprintf(at, sizeof at, "%s.name", place);
    status = json_string(found[0], at, &name, err);
    if (status)
        return status;
    region->space = space_find(name);
    char plain[JSON_SHOWN_MAX];
    if (region->space == TT_SPACE_COUNT)
        return tt_fail(err, TT_BAD_INPUT, "%s is \"%s\", which is no region of the format", at,
                       json_plain(name, plain));
    (void)snprintf(at, sizeof at, "%s.file", place);
    status = json_string(found[1], at, &region->file, err);
    if (status == TT_OK)
        status = check_file(region->file, at, err);
    if (status)
        return status;
    (void)snprintf(at, sizeof at, "%s.addr", place);
    if (region->space != TT_SPACE_L1)
        return found[2] ? tt_fail(err, TT_BAD_INPUT, "%s: only an l1 region has an address", at) : TT_OK;
    int64_t addr;
    status = json_number(found[2], at, 0, WORD_MAX, &addr, err);
    region->addr = (uint32_t)addr;
    return status;
}

/* A space stands once in a checkpoint; L1 may be given in pieces. */
static enum tt_status check_once(const struct bundle_checkpoint *checkpoint, const char *place, struct tt_error *err)
{
    size_t first[TT_SPACE_COUNT] = {0}; /* 1 + index */
    for (size_t i = 0; i < checkpoint->region_count; i++) {
        enum tt_space space = checkpoint->regions[i].space;
        if (first[space] && space != TT_SPACE_L1)
            return tt_fail(err, TT_BAD_INPUT, "%s.regions[%zu] is %s, and so is regions[%zu]", place, i,
                           space_name(space), first[space] - 1);
        first[space] = i + 1;
    }
    return TT_OK;
}

static enum tt_status parse_checkpoint(struct bundle_checkpoint *checkpoint, const cJSON *item, const char *place,
                                       struct tt_error *err)
{
    static const char *const names[] = {"id", "after_event", "regions"};
    const cJSON *found[3];
    char at[2 * PLACE_MAX];
    enum tt_status status = json_members(item, place, names, 3, found, err);
    (void)snprintf(at, sizeof at, "%s.id", place);
    if (status == TT_OK)
        status = json_string(found[0], at, &checkpoint->id, err);
    if (status == TT_OK && !*checkpoint->id)
        status = tt_fail(err, TT_BAD_INPUT, "%s is empty", at);
    (void)snprintf(at, sizeof at, "%s.after_event", place);
    if (status == TT_OK)
        status = json_number(found[1], at, -1, EVENT_MAX, &checkpoint->after_event, err);
    (void)snprintf(at, sizeof at, "%s.regions", place);
    size_t count = 0;
    if (status == TT_OK)
        status = json_array(found[2], at, &count, err);
    if (status)
        return status;
    checkpoint->regions = mem_calloc(count, sizeof *checkpoint->regions);
    if (!checkpoint->regions)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    for (const cJSON *region = found[2]->child; region && status == TT_OK; region = region->next) {
        (void)snprintf(at, sizeof at, "%s.regions[%zu]", place, checkpoint->region_count);
        status = parse_region(&checkpoint->regions[checkpoint->region_count++], region, at, err);
    }
    return status ? status : check_once(checkpoint, place, err);
}

static int by_id(const void *a, const void *b)
{
    return strcmp((*(const struct bundle_checkpoint *const *)a)->id, (*(const struct bundle_checkpoint *const *)b)->id);
}

/* Checkpoints are named: no two alike. Sorted, so that thousands of them cost no square. */
static enum tt_status check_ids(const struct bundle_manifest *manifest, struct tt_error *err)
{
    const struct bundle_checkpoint **sorted =
        mem_calloc(manifest->checkpoint_count, sizeof(struct bundle_checkpoint *));
    if (!sorted)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
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

static enum tt_status parse_checkpoints(struct bundle_manifest *manifest, const cJSON *item, struct tt_error *err)
{
    size_t count;
    enum tt_status status = json_array(item, "checkpoints", &count, err);
    if (status)
        return status;
    if (count == 0)
        return tt_fail(err, TT_BAD_INPUT, "checkpoints is empty, and the first is the starting state");
    manifest->checkpoints = mem_calloc(count, sizeof *manifest->checkpoints);
    if (!manifest->checkpoints)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    int64_t last = -1;
    for (const cJSON *child = item->child; child; child = child->next) {
        size_t i = manifest->checkpoint_count++;
        struct bundle_checkpoint *checkpoint = &manifest->checkpoints[i];
        char place[PLACE_MAX];
        (void)snprintf(place, sizeof place, "checkpoints[%zu]", i);
        status = parse_checkpoint(checkpoint, child, place, err);
        if (status)
            return status;
        if (i == 0 && checkpoint->after_event != -1)
            return tt_fail(err, TT_BAD_INPUT, "%s.after_event is %lld, but the first is the starting state, -1", place,
                           (long long)checkpoint->after_event);
        if (checkpoint->after_event < last)
            return tt_fail(err, TT_BAD_INPUT, "%s.after_event is %lld, but the checkpoint before is after %lld", place,
                           (long long)checkpoint->after_event, (long long)last);
        last = checkpoint->after_event;
    }
    return check_ids(manifest, err);
}

static enum tt_status parse_source(struct bundle_manifest *manifest, const cJSON *item, struct tt_error *err)
{
    static const char *const names[] = {"kind"};
    const cJSON *found[1];
    const char *kind;
    enum tt_status status = json_members(item, "source", names, 1, found, err);
    if (status == TT_OK)
        status = json_string(found[0], "source.kind", &kind, err);
    if (status)
        return status;
    const int source = source_find(kind);
    manifest->meta.source = (enum ttcap_source)source;
    if (source < SOURCE_COUNT)
        return TT_OK;
    char plain[JSON_SHOWN_MAX];
    return tt_fail(err, TT_BAD_INPUT, "source.kind is \"%s\", expected silicon, simulator, emulator or derived",
                   json_plain(kind, plain));
}

static enum tt_status parse_boot_core(const cJSON *item, const char *place, const struct bundle_manifest *manifest,
                                      enum tt_core *core, struct tt_error *err)
{
    const char *name;
    char plain[JSON_SHOWN_MAX];
    enum tt_status status = json_string(item, place, &name, err);
    if (status)
        return status;
    *core = core_find(name);
    if (*core == TT_CORE_COUNT)
        return tt_fail(err, TT_BAD_INPUT, "%s is \"%s\", expected b, nc, t0, t1 or t2", place, json_plain(name, plain));
    for (size_t i = 0; i < manifest->meta.boot_count; i++) {
        if (manifest->boot[i].core == *core)
            return tt_fail(err, TT_BAD_INPUT, "%s is \"%s\", and so is that of boot[%zu]", place, name, i);
    }
    return TT_OK;
}

static enum tt_status parse_boot(struct bundle_manifest *manifest, const cJSON *entry, struct tt_error *err)
{
    static const char *const names[] = {"core", "pc"};
    const cJSON *found[2];
    enum tt_core core = TT_CORE_COUNT;
    int64_t pc = 0;
    char place[PLACE_MAX], member[2 * PLACE_MAX];
    (void)snprintf(place, sizeof place, "boot[%zu]", manifest->meta.boot_count);
    enum tt_status status = json_members(entry, place, names, 2, found, err);
    (void)snprintf(member, sizeof member, "%s.core", place);
    if (status == TT_OK)
        status = parse_boot_core(found[0], member, manifest, &core, err);
    (void)snprintf(member, sizeof member, "%s.pc", place);
    if (status == TT_OK)
        status = json_number(found[1], member, 0, WORD_MAX, &pc, err);
    if (status == TT_OK)
        manifest->boot[manifest->meta.boot_count++] = (struct ttcap_boot){core, (uint32_t)pc};
    return status;
}

static enum tt_status parse_boots(struct bundle_manifest *manifest, const cJSON *boot, struct tt_error *err)
{
    size_t count;
    enum tt_status status = json_array(boot, "boot", &count, err);
    manifest->meta.boot = manifest->boot;
    for (const cJSON *entry = status ? NULL : boot->child; entry && status == TT_OK; entry = entry->next)
        status = parse_boot(manifest, entry, err);
    return status;
}

static enum tt_status parse_tags(struct bundle_manifest *manifest, const cJSON *tags, struct tt_error *err)
{
    size_t count;
    enum tt_status status = json_array(tags, "tags", &count, err);
    if (status)
        return status;
    manifest->tags = mem_calloc(count, sizeof *manifest->tags);
    if (!manifest->tags)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    manifest->meta.tags = manifest->tags;
    for (const cJSON *tag = tags->child; tag && status == TT_OK; tag = tag->next) {
        char place[PLACE_MAX];
        size_t n = manifest->meta.tag_count++;
        (void)snprintf(place, sizeof place, "tags[%zu]", n);
        status = json_string(tag, place, &manifest->tags[n], err);
    }
    return status;
}

enum { FORMAT, VERSION, ARCH, NAME, DESCRIPTION, SOURCE, TAGS, BOOT, EVENTS, CHECKPOINTS, MEMBERS };

static enum tt_status parse_head(struct bundle_manifest *manifest, const cJSON *const *found, struct tt_error *err)
{
    const char *text;
    char plain[JSON_SHOWN_MAX];
    enum tt_status status = json_string(found[FORMAT], "format", &text, err);
    if (status)
        return status;
    if (strcmp(text, "tensix-dump-bundle") != 0)
        return tt_fail(err, TT_BAD_INPUT, "format is \"%s\", expected \"tensix-dump-bundle\"", json_plain(text, plain));
    int64_t version;
    status = json_number(found[VERSION], "version", 0, WORD_MAX, &version, err);
    if (status == TT_OK && version != 1)
        status = tt_fail(err, TT_BAD_INPUT, "version is %lld, and this program reads version 1", (long long)version);
    if (status == TT_OK)
        status = json_string(found[ARCH], "arch", &text, err);
    if (status)
        return status;
    manifest->meta.chip = chip_find(text);
    if (manifest->meta.chip == TT_CHIP_COUNT)
        return tt_fail(err, TT_BAD_INPUT, "arch is \"%s\", expected blackhole or wormhole_b0", json_plain(text, plain));
    status = json_string(found[NAME], "name", &manifest->meta.name, err);
    if (status == TT_OK && !*manifest->meta.name)
        status = tt_fail(err, TT_BAD_INPUT, "name is empty");
    manifest->meta.description = "";
    if (status == TT_OK && found[DESCRIPTION])
        status = json_string(found[DESCRIPTION], "description", &manifest->meta.description, err);
    if (status == TT_OK && found[EVENTS] && !cJSON_IsNull(found[EVENTS])) {
        status = json_string(found[EVENTS], "events", &manifest->events, err);
        if (status == TT_OK)
            status = check_file(manifest->events, "events", err);
    }
    return status;
}

enum tt_status bundle_manifest_take(struct bundle_manifest *manifest, cJSON *tree, struct tt_error *err)
{
    static const char *const names[MEMBERS] = {"format", "version", "arch", "name",   "description",
                                               "source", "tags",    "boot", "events", "checkpoints"};
    const cJSON *found[MEMBERS];
    *manifest = (struct bundle_manifest){.tree = tree};
    enum tt_status status = json_members(manifest->tree, "", names, MEMBERS, found, err);
    if (status == TT_OK)
        status = parse_head(manifest, found, err);
    if (status == TT_OK)
        status = parse_source(manifest, found[SOURCE], err);
    if (status == TT_OK && found[TAGS])
        status = parse_tags(manifest, found[TAGS], err);
    if (status == TT_OK && found[BOOT])
        status = parse_boots(manifest, found[BOOT], err);
    return status ? status : parse_checkpoints(manifest, found[CHECKPOINTS], err);
}

enum tt_status bundle_manifest_load(struct bundle_manifest *manifest, struct bundle_file *file, const char *path,
                                    struct tt_error *err)
{
    char *text;
    size_t count;
    cJSON *tree;
    *manifest = (struct bundle_manifest){0};
    enum tt_status status = bundle_file_load_text(file, path, MANIFEST_BYTES_MAX, &text, &count, err);
    if (status)
        return status;
    status = json_parse(&tree, text, count, err);
    mem_free(text);
    if (status == TT_OK)
        status = bundle_manifest_take(manifest, tree, err);
    if (status)
        tt_error_prefix(err, "%s", path);
    return status;
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
