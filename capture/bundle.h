/* SPDX-License-Identifier: Apache-2.0 */
/* Dump bundles (docs/formats/bundle.md) into capture files. */
#pragma once

#include "capture/ttcap.h"

/* The file that says which configuration bits a recorder held: beside a bundle, or in a folder above it. */
#define BUNDLE_MASK_FILE "cfg-mask.json"

/* Reads the bundle in `folder` and writes the capture `path`. The cfg-mask.json of the folder or of any above it says
 * which configuration bits the recorder held; the others are stored as unknown. Nothing is left at `path` on failure.
 * Errors name the file and the place in it. */
enum tt_status bundle_import(const char *folder, const char *path, bool replace, struct tt_error *err);

/* As bundle_import(), for a capture that the caller removes when it is done: nothing waits for the disk, and the
 * file is compressed quickly, so that it is larger. An existing `path` is replaced. */
enum tt_status bundle_import_passing(const char *folder, const char *path, struct tt_error *err);

/* Of a damaged bundle what is whole, as import_passing: events end before the first that is lost, and so do
 * checkpoints; a region that is lost, or what is lost of it, is not known. `said` gets a sentence for each loss. The
 * manifest must be whole. *is_start_whole: nothing of the first checkpoint is lost. */
enum tt_status bundle_salvage(const char *folder, const char *path, void (*said)(void *user, const char *sentence),
                              void *user, bool *is_whole, bool *is_start_whole, struct tt_error *err);

/* Whether `path` is a folder with a bundle.json. */
enum tt_status bundle_look(bool *is_bundle, const char *path, struct tt_error *err);
/* The same, for a caller that does not need the reason. */
bool bundle_is(const char *path);
