/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay run within another verb. */
#pragma once

#include "base/text/texts.h"

/* Runs what the words behind "run" say, which is no conversation, to its end, and makes a capture of it; arrays and
 * memories that it would leave are not written. Says what went wrong; returns EXIT_SAME, or EXIT_TROUBLE. */
int run_within(const struct texts *words, const char *capture);
