/* SPDX-License-Identifier: Apache-2.0 */
/* A merged batch as an SQLite database: schemas/batch.sql, docs/formats/batch.md#database. */
#pragma once

#include "batch/whole/merge.h"

/* The database appears at `path` whole or not at all. The same results give the same bytes. */
enum tt_status batch_database_write(const struct batch_merged *merged, const char *path, bool replace,
                                    struct tt_error *err);
