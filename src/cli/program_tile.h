/* SPDX-License-Identifier: Apache-2.0 */
/* `--tile X,Y`: every verb that takes a capture takes a program and a tile. docs/formats/program.md */
#pragma once

/* "1,2": what stands behind it; null: it is none. */
const char *program_place(const char *text, unsigned *x, unsigned *y);
/* The option of verbs that take a capture; null: this one takes none. name: "tt-replay dump". */
struct argp;
const struct argp *program_tile_argp(const char *name);
/* `--tile X,Y` among the words: in place of each program among them the capture of that tile. Where there is none the
 * words stay as they are. */
void program_tile_words(int *argc, char **argv);
