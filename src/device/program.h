/* SPDX-License-Identifier: Apache-2.0 */
/* A program as one capture: a folder with the conversation, a capture of each tile that ran, what came to which place
 * over the network and from the host, DRAM as it was at the end, and an index. docs/formats/program.md */
#pragma once

#include "capture/program/index.h"
#include "device/conversation.h"
#include "device/device.h"

#define PROGRAM_NETWORK "network.csv"
#define PROGRAM_DRAM "dram.wire"

struct replay_options;
struct program_writer;

/* Makes the folder `path` at program_writer_finish(); one that is there has to be a program, and `replace`. wire: the
 * file of the conversation, which is copied. All are borrowed until then. */
enum tt_status program_writer_open(struct program_writer **out, const char *path, bool replace, const char *wire,
                                   const struct replay_options *options, enum tt_chip chip, struct tt_error *err);
struct device_listener program_writer_listener(struct program_writer *writer);
/* Frees writer, also on failure; then nothing is left of it. */
enum tt_status program_writer_finish(struct program_writer *writer, const struct device *device, struct tt_error *err);
void program_writer_abandon(struct program_writer *writer); /* null is allowed */
