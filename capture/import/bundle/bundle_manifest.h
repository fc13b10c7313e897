/* SPDX-License-Identifier: Apache-2.0 */
/* bundle.json: the members of a bundle's manifest. */
#pragma once

#include "capture/container/manifest.h"
#include "capture/import/bundle_file.h"
#include "capture/ttcap.h"

struct bundle_region {
    enum tt_space space;
    uint32_t addr; /* the address of the first byte; for L1 alone */
    const char *file;
    uint32_t window,
        bytes; /* the file has a hash for each so many bytes of so many in all; window 0: it has the bytes */
};

struct bundle_checkpoint {
    const char *id;
    int64_t after_event;
    struct bundle_region *regions;
    size_t region_count;
};

/* Strings are valid as long as the manifest is. */
struct bundle_manifest {
    struct ttcap_meta meta;
    const char *events; /* null where there is none */
    struct bundle_checkpoint *checkpoints;
    size_t checkpoint_count;
    struct cJSON *tree;
    const char **tags;
    struct boot_list boot;
};

/* Reads and checks the file `path`; errors name it and the place in it. bundle_manifest_clear in any case. */
enum tt_status bundle_manifest_load(struct bundle_manifest *manifest, struct bundle_file *file, const char *path,
                                    struct tt_error *err);
/* The same from a tree that was parsed already, which it takes over, also on failure. Errors name the place in the
 * tree alone. */
enum tt_status bundle_manifest_take(struct bundle_manifest *manifest, struct cJSON *tree, struct tt_error *err);
void bundle_manifest_clear(struct bundle_manifest *manifest);

/* ---- region.c: the regions of a checkpoint: files of a bundle into the snapshot that is being written ---- */

struct region_loader;

/* mask: the file that says which bits the recorder held; null: all. */
enum tt_status region_loader_open(struct region_loader **out, const char *folder, const char *mask,
                                  const struct bundle_manifest *manifest, struct ttcap_writer *writer,
                                  struct bundle_file *file, struct tt_error *err);
void region_loader_close(struct region_loader *loader); /* null is allowed */

/* Puts every region of a checkpoint into the writer's open snapshot. */
enum tt_status region_load_all(struct region_loader *loader, size_t checkpoint, struct tt_error *err);
