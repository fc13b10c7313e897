/* SPDX-License-Identifier: Apache-2.0 */
/* A database may come from anybody. It is opened so that nothing is written beside it, and asked only when what it
 * holds under our names is what our schema says: a table that is a view could run for ever. */
#pragma once

#include "base/usual.h"

#include <sqlite3.h>

/* Opens the file to read. *db is to be closed also on failure. */
enum tt_status trust_open(sqlite3 **db, const char *path, struct tt_error *err);

/* So that neither schema nor contents of a connection do more than hold rows. */
void trust_harden(sqlite3 *db);

/* Whether every table, view and index of schemas/results.sql is there as it is written there; more may be. */
enum tt_status trust_schema(sqlite3 *db, const char *path, struct tt_error *err);
