/* SPDX-License-Identifier: Apache-2.0 */
/* Region files checked against the size of their space, and put into a snapshot with their known bits.
 * docs/formats/bundle.md#regions */
#include "capture/import/bundle/bundle_manifest.h"

#include "base/little.h"
#include "capture/bundle.h"
#include "capture/container/writer.h"
#include "capture/import/region_rules.h"
#include "capture/import/state_json.h"
#include "isa/spaces.h"

enum {
    STATE_TEXT_MAX = 4 << 20,
};

struct region_loader {
    const char *folder;
    const struct bundle_manifest *manifest;
    enum tt_chip chip;
    struct ttcap_writer *writer;
    struct bundle_file *file;
    char *path; /* of the current file */
    size_t path_capacity;
    size_t checkpoint;
    uint8_t cfg_known[sizeof(uint32_t) * CFG_STATES * CFG_WORDS_MAX];
    uint8_t thread_known[sizeof(uint16_t) * THREADS * THREAD_WORDS_MAX];
    uint8_t bytes[L1_BYTES_MAX];
    struct state_words state;
};

enum tt_status region_loader_open(struct region_loader **out, const char *folder, const char *mask,
                                  const struct bundle_manifest *manifest, struct ttcap_writer *writer,
                                  struct bundle_file *file, struct tt_error *err)
{
    /* Not zeroed: only the filled part of the room for L1 is ever touched. */
    struct region_loader *loader = *out = mem_alloc(sizeof *loader);
    NEED(loader, err, "%s: no memory", folder);
    loader->folder = folder;
    loader->manifest = manifest;
    loader->chip = manifest->meta.chip;
    loader->writer = writer;
    loader->file = file;
    loader->path = NULL;
    loader->path_capacity = 0;
    loader->checkpoint = 0;
    enum tt_status status = recorder_mask(mask, loader->chip, TT_SPACE_CFG, loader->cfg_known, err);
    status = status ?: recorder_mask(mask, loader->chip, TT_SPACE_THREAD_CFG, loader->thread_known, err);
    if (status) {
        region_loader_close(loader);
        *out = NULL;
    }
    return status;
}

void region_loader_close(struct region_loader *loader)
{
    if (!loader)
        return;
    mem_free(loader->path);
    mem_free(loader);
}

static enum tt_status load_l1(struct region_loader *loader, size_t index, const struct bundle_region *region,
                              struct tt_error *err)
{
    const uint32_t addr = region->addr;
    uint32_t end = space_bytes(loader->chip, TT_SPACE_L1);
    uint64_t count;
    TRY(bundle_file_load(loader->file, loader->path, loader->bytes, addr < end ? end - addr : 0, &count, err));
    if (addr > end || count > end - addr)
        return tt_fail(
            err, TT_BAD_INPUT,
            "%s/bundle.json: checkpoints[%zu].regions[%zu]: %s%llu bytes from 0x%x run past the end of L1 at 0x%x",
            loader->folder, loader->checkpoint, index, bundle_file_size(loader->file) == UINT64_MAX ? "at least " : "",
            (unsigned long long)count, addr, end);
    return count ? ttcap_writer_put(loader->writer, TT_SPACE_L1, addr, (uint32_t)count, loader->bytes, NULL, err)
                 : TT_OK;
}

static enum tt_status load_thread_cfg(struct region_loader *loader, struct tt_error *err)
{
    struct thread_words words;
    uint64_t count;
    TRY(bundle_file_load(loader->file, loader->path, loader->bytes, THREAD_CFG_FILE_MAX, &count, err));
    enum tt_status status = region_thread_words(&words, loader->chip, loader->bytes, count, loader->thread_known, err);
    if (status) {
        tt_error_prefix(err, "%s", loader->path);
        return status;
    }
    return ttcap_writer_put(loader->writer, TT_SPACE_THREAD_CFG, 0, words.count, words.bytes, words.known, err);
}

static enum tt_status region_load_state(struct region_loader *loader, struct tt_error *err)
{
    char *text;
    size_t count;
    TRY(bundle_file_load_text(loader->file, loader->path, STATE_TEXT_MAX, &text, &count, err));
    enum tt_status status = state_parse(&loader->state, text, count, loader->checkpoint == 0, err);
    mem_free(text);
    if (status) {
        tt_error_prefix(err, "%s", loader->path);
        return status;
    }
    struct state_words *state = &loader->state;
    turn_numbers(state->value, state->count, sizeof *state->value);
    turn_numbers(state->known, state->count, sizeof *state->known);
    return ttcap_writer_put(loader->writer, TT_SPACE_STATE, 0, state->count * 4, (const uint8_t *)state->value,
                            (const uint8_t *)state->known, err);
}

static enum tt_status load_fixed(struct region_loader *loader, const struct bundle_region *region, struct tt_error *err)
{
    const enum tt_space space = region->space;
    uint32_t size = space_bytes(loader->chip, space);
    uint64_t count;
    TRY(bundle_file_load(loader->file, loader->path, loader->bytes, size, &count, err));
    enum tt_status status = region_check(loader->chip, space, loader->bytes, count, err);
    if (status) {
        tt_error_prefix(err, "%s", loader->path);
        return status;
    }
    return ttcap_writer_put(loader->writer, space, 0, size, loader->bytes,
                            space == TT_SPACE_CFG ? loader->cfg_known : NULL, err);
}

/* A hash for each window of the region, the last of which may be shorter. */
static enum tt_status load_hashes(struct region_loader *loader, const struct bundle_region *region,
                                  struct tt_error *err)
{
    const uint32_t windows = region->bytes / region->window + (region->bytes % region->window != 0);
    const uint64_t expected = (uint64_t)windows * TTCAP_DIGEST_BYTES;
    uint64_t count;
    TRY(bundle_file_load(loader->file, loader->path, loader->bytes, sizeof loader->bytes, &count, err));
    REFUSE_IF(count != expected, err, "%s: %llu bytes, expected %llu: %d for each of %u windows", loader->path,
              (unsigned long long)count, (unsigned long long)expected, TTCAP_DIGEST_BYTES, windows);
    for (uint32_t i = 0, at = 0; i < windows; i++, at += region->window) {
        const uint32_t left = region->bytes - at;
        struct ttcap_window window = {
            region->space, region->addr + at, left < region->window ? left : region->window, {0}};
        memcpy(window.digest, loader->bytes + (size_t)i * TTCAP_DIGEST_BYTES, TTCAP_DIGEST_BYTES);
        TRY(ttcap_writer_window(loader->writer, &window, err));
    }
    return TT_OK;
}

static enum tt_status set_path(struct region_loader *loader, const char *file, struct tt_error *err)
{
    size_t size = strlen(loader->folder) + strlen(file) + 2;
    NEED(!mem_grow(&loader->path, &loader->path_capacity, size, 1), err, "%s: no memory", loader->folder);
    (void)snprintf(loader->path, size, "%s/%s", loader->folder, file);
    return TT_OK;
}

static enum tt_status region_load(struct region_loader *loader, size_t index, const struct bundle_region *region,
                                  struct tt_error *err)
{
    TRY(set_path(loader, region->file, err));
    if (region->window)
        return load_hashes(loader, region, err);
    if (region->space == TT_SPACE_L1)
        return load_l1(loader, index, region, err);
    if (region->space == TT_SPACE_THREAD_CFG)
        return load_thread_cfg(loader, err);
    if (region->space == TT_SPACE_STATE)
        return region_load_state(loader, err);
    return load_fixed(loader, region, err);
}

enum tt_status region_load_all(struct region_loader *loader, size_t checkpoint, struct tt_error *err)
{
    const struct bundle_checkpoint *here = &loader->manifest->checkpoints[checkpoint];
    loader->checkpoint = checkpoint;
    for (size_t i = 0; i < here->region_count; i++) {
        TRY(region_load(loader, i, &here->regions[i], err));
    }
    return TT_OK;
}
