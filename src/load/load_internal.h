/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the loader. */
#pragma once

#include "load/load.h"

enum { LOAD_FILE_MAX = 256 << 20, NOC_BITS = 6 /* of a coordinate */, HOST_MODE = 1 /* of a launch */ };

/* ---- plan.c ---- */

/* A row of the importers by its option. */
const struct importer *load_importer_of(const char *option);

/* ---- store.c ---- */

/* One more store of the host's. */
enum tt_status load_store(struct load_plan *plan, uint32_t addr, uint32_t value, struct tt_error *err);
/* ADDR=V, ADDR=V@ROUND, ADDR=V@ADDR==V; ADDR=V. */
enum tt_status load_store_as(struct load_plan *plan, const struct script_store *store, struct tt_error *err);
enum tt_status load_poke(struct load_plan *plan, const char *text, struct tt_error *err);
enum tt_status load_until(struct load_plan *plan, const char *text, struct tt_error *err);

/* ---- argument.c ---- */

extern const char *const argument_classes[LOAD_CLASSES]; /* as --arg has them; of those without one "" */
/* All runtime arguments by their kernels; each that a kernel has a name for is there. */
enum tt_status load_arguments_take(struct load_plan *plan, struct tt_error *err);
enum tt_status load_arguments_store(struct load_plan *plan, const struct load_arguments *list, uint32_t at,
                                    struct tt_error *err);

/* ---- tensor.c ---- */

/* ADDR=FILE:FORMAT[:PAGES], or a name in place of the address; reads the input and lays it out over the banks. */
enum tt_status load_tensor_read(struct load_plan *plan, const char *text, struct tt_error *err);
/* The table of banks as it stands in L1. */
enum tt_status load_banks_write(const struct load_plan *plan, const char *path, struct tt_error *err);

/* ---- launch.c ---- */

/* The circular buffers as start code finds them: 16 bytes each, from there on. */
enum tt_status load_describe_buffers(struct load_plan *plan, uint32_t from, struct tt_error *err);
/* How many a chip has. */
uint8_t load_buffers_most(enum tt_chip chip);

/* Where the tile is, the circular buffers, arguments, the launch message and the signal to go, as a host of tt-metal
 * stores them. */
enum tt_status load_launch(struct load_plan *plan, const struct load_words *words, struct tt_error *err);

/* ---- firmware.c ---- */

/* A kernel's program stands behind the kernel's configuration; that of core b must be there to call it. */
enum tt_status load_kernels_place(struct load_plan *plan, const struct load_words *words, struct tt_error *err);
/* The launch by the firmware's own protocol, and the end when it says that it is done. */
enum tt_status load_firmware(struct load_plan *plan, const struct load_words *words, struct tt_error *err);

/* ---- memory.c ---- */

/* One more, of nothing. */
enum tt_status load_memory_add(struct load_plan *plan, struct tt_error *err);
/* X,Y:ADDR=FILE or X,Y:ADDR=FILE:BYTES; reads the content. */
enum tt_status load_memory_read(struct load_plan *plan, const char *text, struct tt_error *err);
void load_memories_clear(struct load_plan *plan);

/* ---- buffer.c ---- */

/* N=in.npy:FORMAT or N=out.npy:FORMAT:PAGES; reads the input. */
enum tt_status load_buffer_read(struct load_plan *plan, const char *text, struct tt_error *err);
/* The text behind the '=' of `text`; known: the format where the text has none, or "". */
enum tt_status load_array_read(struct load_buffer *buffer, const char *option, const char *text, const char *known,
                               struct tt_error *err);

/* ---- message.c ---- */

enum { LOAD_MESSAGE_MAX = 512 };

/* A launch message under construction. */
struct load_message {
    uint8_t bytes[LOAD_MESSAGE_MAX];
    uint32_t launch, count; /* where in L1, and how long it is */
    uint32_t go, sync;      /* the word with the signal; the bytes by which B leads the others */
    uint32_t first_stream;  /* that counts the pages of circular buffer 0 */
    uint32_t classes;       /* of processors, each with arguments and a bit of `enables`: 3 or 5 */
};

/* Bytes from the start of the kernel's configuration, whose arguments come first. */
struct load_layout {
    uint32_t own[LOAD_CLASSES], common[LOAD_CLASSES], semaphores, buffers, kernels;
};

/* Reads the layout of the message and fills in all of it. `config`: where the kernel's configuration is. */
enum tt_status load_message_make(struct load_message *message, const struct load_plan *plan, uint32_t config,
                                 const struct load_layout *layout, struct tt_error *err);
