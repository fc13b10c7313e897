/* SPDX-License-Identifier: Apache-2.0 */
/* Dump bundles (docs/formats/bundle.md) into capture files. */
#pragma once

#include "capture/ttcap.h"

/* The file that says which configuration bits a recorder held. */
#define BUNDLE_MASK_FILE "cfg-mask.json"

/* The nearest cfg-mask.json that counts for the recording `path`: in the folder of a bundle, beside a file, or further
 * above as long as the folder lies in `named`, which the user named and `path` begins with. Anybody's in a folder that
 * was not named counts for nothing. *found: mem_free it; null: there is none. */
enum tt_status recorder_mask_find(char **found, const char *path, const char *named, struct tt_error *err);

/* The bits of configuration that a recorder holds by a cfg-mask.json: for TT_SPACE_CFG or TT_SPACE_THREAD_CFG,
 * space_bytes() bytes; all ones without a file (null). */
enum tt_status recorder_mask(const char *file, enum tt_chip chip, enum tt_space space, uint8_t *known,
                             struct tt_error *err);

/* Whether a file is a mask of some chip, and of each that it names. */
enum tt_status recorder_mask_check(const char *file, struct tt_error *err);

struct bundle_from {
    const char *folder;
    const char *named; /* a folder above that the user named: a cfg-mask.json in it counts, too. Null: none */
    const char *mask;  /* the file that the user named in place of a cfg-mask.json; null: none */
};

/* Reads a bundle and writes the capture `path`. Its mask says which configuration bits the recorder held; the others
 * are stored as unknown, and the mask stands among the capture's inputs. is_passing: the caller removes the capture
 * when it is done, so that nothing waits for the disk, and the file is compressed quickly and is larger. Nothing is
 * left at `path` on failure. Errors name the file and the place in it. */
enum tt_status bundle_import_from(const struct bundle_from *from, const char *path, bool replace, bool is_passing,
                                  struct tt_error *err);

/* The same of a bundle with no mask but the one in `folder`. */
enum tt_status bundle_import(const char *folder, const char *path, bool replace, struct tt_error *err);

/* As bundle_import(), for a capture that the caller removes when it is done. An existing `path` is replaced. */
enum tt_status bundle_import_passing(const char *folder, const char *path, struct tt_error *err);

/* Whether `path` is a folder with a bundle.json. */
enum tt_status bundle_look(bool *is_bundle, const char *path, struct tt_error *err);
/* The same, for a caller that does not need the reason. */
bool bundle_is(const char *path);
