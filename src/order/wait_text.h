/* SPDX-License-Identifier: Apache-2.0 */
/* The sentences that say what a core or a pipe waits for, and who could end it: put together piece by piece. */
#pragma once

#include "base/usual.h"

enum { WAIT_TEXT_MAX = 2048 /* eight semaphores, and for each what each thread does about it */ };

/* Appends; what does not fit is cut. */
void wait_text_add(char text[static WAIT_TEXT_MAX], const char *format, ...) TT_PRINTF(2, 3);
