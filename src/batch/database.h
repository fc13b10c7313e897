/* SPDX-License-Identifier: Apache-2.0 */
/* A merged batch as an SQLite database: schemas/batch.sql, docs/formats/batch.md#database. */
#pragma once

#include "batch/merge.h"

/* The database appears at `path` whole or not at all. The same results give the same bytes. */
enum tt_status batch_database_write(const struct batch_merged *merged, const char *path, bool replace,
                                    struct tt_error *err);

/* Whether there is a database of a batch at `path`: one that another batch may take the place of. */
bool batch_database_is(const char *path);
