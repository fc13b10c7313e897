/* SPDX-License-Identifier: Apache-2.0 */
/* First steps of a program that writes files. docs/formats/files.md */
#pragma once

/* Makes sure that descriptors 0 to 2 are taken: a file that is opened later must not become standard output. Use of one
 * that was closed fails, as it would have. */
void start_standard_streams(void);

/* A signal that ends the program takes its unfinished files along (base/temporary.h) and the line of progress, and then
 * ends it as if nobody had looked. Signals that the caller ignores stay ignored. A file that grows
 * beyond a limit of the system is an error of the write, not a signal; of --max-disk: base/limits.h. */
void start_signals(void);

/* The stack grows up to 256 KiB, which the verbs need (64 are too few), where the system allows that; else returns the
 * KiB that there are, of which nothing is to be expected but a crash. */
unsigned start_stack(void);
