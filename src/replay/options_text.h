/* SPDX-License-Identifier: Apache-2.0 */
/* How a replay is run, as the texts that stand in databases and in messages. Cut where text is too short; return text.
 */
#pragma once

#include "replay/replay.h"

/* The units of a set, "pack,vector" or "none". */
char *units_text(uint32_t units, char *text, size_t size);
/* The choices that are not the device's, "pack.l1.write_through=on". */
char *variants_text(const struct variant_set *variants, char *text, size_t size);
/* "FIELD=V,FIELD=V". */
char *sets_text(enum tt_chip chip, const struct replay_options *replay, char *text, size_t size);
