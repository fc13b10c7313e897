/* SPDX-License-Identifier: Apache-2.0 */
/* Commands of a debugger's user in the words of the verbs. */
#pragma once

#include "base/text/text.h"
#include "debug/session.h"

/* The output of the line is added to `out`. */
void monitor_command(struct session *session, const char *line, struct text *out);
/* Names of the commands, from 0 on; null: no more. */
const char *monitor_name(size_t i);
