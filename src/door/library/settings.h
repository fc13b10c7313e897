/* SPDX-License-Identifier: Apache-2.0 */
/* The library's settings: variables of the environment, and the description of the chip beside it. */
#pragma once

#include "door/door.h"

enum { LIBRARY_PATH_MAX = 4096 };

struct library_settings {
    struct door_settings door;
    char record[LIBRARY_PATH_MAX];
};

/* The record gets the first of FILE, FILE.2, FILE.3 … that does not exist. chip: TT_CHIP_COUNT: the one described
 * beside the library. */
enum tt_status library_settings_read(struct library_settings *settings, enum tt_chip chip, struct tt_error *err);
/* Path of the library that answers; null: none does but this one. */
const char *library_settings_behind(void);
