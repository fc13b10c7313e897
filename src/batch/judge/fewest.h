/* SPDX-License-Identifier: Apache-2.0 */
/* The fewest causes of which each failure has one: the cause of most failures is taken first. */
#pragma once

#include "batch/record.h"

/* Which of its causes each record is put to; records without any, and null ones, get SIZE_MAX. The same for the same
 * records in the same order, whoever judged them. False: no memory. */
bool batch_fewest_causes(const struct batch_record *const *records, size_t count, size_t *chosen);
