/* SPDX-License-Identifier: Apache-2.0 */
/* The text before '=' in options of import: a core, an address. The sentence in err has no option. */
#pragma once

#include "capture/import/importer.h"

enum tt_status key_core(struct import_item *item, const char *text, struct tt_error *err);
/* Decimal, or hexadecimal with 0x. */
enum tt_status key_addr(uint32_t *addr, const char *text, struct tt_error *err);
