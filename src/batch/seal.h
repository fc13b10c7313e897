/* SPDX-License-Identifier: Apache-2.0 */
/* Files of a batch that prove themselves: plans, results and databases hold the SHA-256 of all their other bytes, so
 * that a changed one is found. It shows accidents and edits, not the writer of the file: whoever changes it on purpose
 * can write the hash again. docs/formats/batch.md#seals */
#pragma once

#include "base/usual.h"

#include <nettle/sha2.h>

enum { SEAL_TEXT = 2 * SHA256_DIGEST_SIZE + 1 };

/* The digest of the context's bytes, as hexadecimal digits. */
void seal_digest(struct sha256_ctx *context, char text[static SEAL_TEXT]);

/* Writes an object of JSON, of which `text` has all but the end, with a last member sha256 of all before it. An error
 * of writing is found when the file is closed. */
void seal_json_put(FILE *file, const char *text, size_t count);
/* TT_BAD_INPUT: the file is not as seal_json_put() left it. */
enum tt_status seal_json_check(const char *path, struct tt_error *err);

/* The first table of a database, whose one row is the hash of all other bytes of the file; first in the schema. */
#define SEAL_SQL "INSERT INTO seal VALUES('0000000000000000000000000000000000000000000000000000000000000000')"
/* Puts the hash in, when everything else is in the file. */
enum tt_status seal_database(int file, const char *path, struct tt_error *err);
enum tt_status seal_database_check(const char *path, struct tt_error *err);

/* Whether there is a database of a batch at `path`: one that another batch may take the place of. */
bool seal_is_database(const char *path);

/* Which of the two a file is by its beginning, and whether it holds: for `tt-replay verify`. */
enum seal_kind { SEAL_NONE, SEAL_PLAN, SEAL_RESULT, SEAL_DATABASE };
enum tt_status seal_look(enum seal_kind *kind, const char *path, struct tt_error *err);
