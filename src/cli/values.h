/* SPDX-License-Identifier: Apache-2.0 */
/* What may stand behind an option, for the completions of shells. */
#pragma once

#include "cli/options.h"

/* Prints the names of a row, or the values that --help calls as it does ("FIELD=V"), one a line; where a person goes on
 * typing, a value ends in "=" or ":". Nothing where they are no list. */
void cli_print_values(const struct cli_option *row);
