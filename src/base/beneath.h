/* SPDX-License-Identifier: Apache-2.0 */
/* Opens a file that a stranger named without leaving the stranger's folder. */
#pragma once

#include <fcntl.h>

/* Not to wait at a named pipe, which opens only when somebody writes. */
enum { INPUT_HOW = O_RDONLY | O_CLOEXEC | O_NONBLOCK };

/* Opens folder/name to read; -1 with errno, EXDEV or ELOOP where a link or ".." leads out of the folder. Links within
 * the folder are followed where the kernel knows (openat2, Linux 5.6), and none before that. */
int beneath_open(const char *folder, const char *name);
