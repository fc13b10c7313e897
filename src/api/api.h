/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the exported functions share. */
#pragma once

#include "api/ttreplay.h"
#include "base/error.h"
#include "base/names.h"

#define TTREPLAY_EXPORT __attribute__((visibility("default")))

/* Copies the sentence out. Returns the status as the number that is exported. */
int api_result(enum tt_status status, const struct tt_error *err, char *error);

/* What names mean, or what was wrong with them. */
enum tt_status api_chip(const char *name, enum tt_chip *chip, struct tt_error *err);
