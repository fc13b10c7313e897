/* SPDX-License-Identifier: Apache-2.0 */
/* Words of commands that are shown to be typed, or run. */
#pragma once

#include "base/usual.h"

/* A word as a POSIX shell takes it: quoted where it must be. */
void shell_put_word(FILE *out, const char *word);
/* " OPTION TEXT" for each of the texts between commas. */
void shell_put_options(FILE *out, const char *option, const char *texts);
