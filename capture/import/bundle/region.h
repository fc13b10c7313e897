/* SPDX-License-Identifier: Apache-2.0 */
/* The regions of a checkpoint: files of a bundle into the snapshot that is being written. */
#pragma once

#include "capture/import/bundle/bundle_manifest.h"
#include "capture/import/bundle_file.h"

struct region_loader;

/* mask: the file that says which bits the recorder held; null: all. */
enum tt_status region_loader_open(struct region_loader **out, const char *folder, const char *mask,
                                  const struct bundle_manifest *manifest, struct ttcap_writer *writer,
                                  struct bundle_file *file, struct tt_error *err);
void region_loader_close(struct region_loader *loader); /* null is allowed */

/* Puts every region of a checkpoint into the writer's open snapshot. */
enum tt_status region_load_all(struct region_loader *loader, size_t checkpoint, struct tt_error *err);
