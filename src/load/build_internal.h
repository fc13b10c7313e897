/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that read a build folder. */
#pragma once

#include "load/load_internal.h"

enum { WORD_MAX = 4096 + 64, HEADER_MAX = 1 << 22 };

struct build {
    const char *folder;                                  /* as it was typed */
    char *kernels[TT_CORE_COUNT], *homes[TT_CORE_COUNT]; /* programs, and the folder with the headers of each */
    struct texts firmware;                               /* folders of it */
    unsigned folders;                                    /* looked at so far */
};
typedef enum tt_status build_take(struct build *build, const char *folder, bool *is_enough, struct tt_error *err);

extern const char *const build_names[TT_CORE_COUNT]; /* "brisc" */
enum tt_status build_add_word(struct texts *texts, struct tt_error *err, const char *format, ...) TT_PRINTF(3, 4);

/* ---- build_place.c ---- */

/* Of the folders of firmware the one that the kernels are linked behind, and where its images go. */
enum tt_status build_place_firmware(const struct build *build, struct load_words *words, struct tt_error *err);

/* ---- build_headers.c ---- */

/* Formats of circular buffers and names of arguments, from the headers that were generated for the kernels. */
enum tt_status build_read_headers(const struct build *build, struct load_words *words, struct tt_error *err);
/* The word of --cb for a format by its code (chlkc_descriptors.h) and the bytes of a page; false: it has none. */
bool build_format_word(char *word, size_t size, uint32_t code, uint32_t page_bytes);

/* ---- build_launch.c ---- */

/* FOLDER/launch.json, where there is one. */
enum tt_status build_read_launch(struct load_words *words, const char *folder, struct tt_error *err);
