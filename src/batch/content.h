/* SPDX-License-Identifier: Apache-2.0 */
/* The content of a capture, wherever it lies and whatever its name: SHA-256 over its bytes. */
#pragma once

#include "batch/settings.h"

/* A folder, or a plan, may be a stranger's: what a link in it leads to outside is not read. The reader that opens
 * anything else says why it cannot be read. */
enum tt_status content_beneath(const char *root, const char *name, struct tt_error *err);

/* All return the hash as 64 hexadecimal digits, and, where bytes is not null, how many bytes were read. */
enum tt_status content_hash_file(const char *path, char hash[static BATCH_HASH_TEXT], uint64_t *bytes,
                                 struct tt_error *err);

/* A bundle: all files of its folder and the folders below, by name, and the mask that counts for it: `mask`, or, where
 * that is null, its own cfg-mask.json or the nearest one above in `root`, the folder of the batch. */
enum tt_status content_hash_bundle(const char *path, const char *root, const char *mask,
                                   char hash[static BATCH_HASH_TEXT], uint64_t *bytes, struct tt_error *err);

/* Of two texts: content and settings as the name of a result. */
void content_hash_texts(const char *one, const char *other, char hash[static BATCH_HASH_TEXT]);

/* Which program this is: its version and a hash of its file, so that results of one build are not taken for those of
 * the next. Fails where the file is there and cannot be read. */
enum tt_status content_tool(char text[static BATCH_TOOL_TEXT], struct tt_error *err);
