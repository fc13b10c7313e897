/* SPDX-License-Identifier: Apache-2.0 */
/* Experiments and readings for people and programs. */
#pragma once

#include "probe/experiments.h"
#include "show/report.h"

void experiments_report(FILE *out, enum report_form form, const struct experiments *set, const char *folder);
void experiment_reading_report(FILE *out, enum report_form form, const struct experiments *set,
                               const struct experiment_reading *reading);
