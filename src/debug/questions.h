/* SPDX-License-Identifier: Apache-2.0 */
/* Questions to a database of the run, which is made when the first is asked and lies in a temporary file. */
#pragma once

#include "base/text/text.h"
#include "debug/session.h"

struct questions;
void questions_close(struct questions *questions); /* null is allowed */

/* `why PLACE` for the tile as it stands, and `audit` of an instruction (its number, or "": the next one). */
enum tt_status questions_why(struct session *session, const char *place, struct text *out, struct tt_error *err);
enum tt_status questions_audit(struct session *session, const char *number, struct text *out, struct tt_error *err);
