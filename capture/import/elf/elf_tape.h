/* SPDX-License-Identifier: Apache-2.0 */
/* The content of a program's file for a sink, between the process that reads the file and the one that has the sink. */
#pragma once

#include "capture/import/source.h"

#include <stdio.h>

void elf_tape_region(FILE *out, uint32_t lo, uint32_t count, const uint8_t *bytes);
void elf_tape_boot(FILE *out, enum tt_core core, uint32_t pc);
void elf_tape_symbol(FILE *out, const struct ttcap_symbol *symbol);
void elf_tape_lines(FILE *out, const struct ttcap_lines *lines);
void elf_tape_note(FILE *out, const char *format, ...) TT_PRINTF(2, 3);
void elf_tape_warn(FILE *out, const char *format, ...) TT_PRINTF(2, 3);

/* Puts all of it into the sink, at its starting state; a tape that ends early is the reader's matter. */
enum tt_status elf_tape_play(struct import_sink *sink, FILE *in, struct tt_error *err);
