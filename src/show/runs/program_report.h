/* SPDX-License-Identifier: Apache-2.0 */
/* What became of a conversation (schemas/program.schema.json). */
#pragma once

#include "capture/program/index.h"
#include "device/conversation.h"
#include "show/report.h"

struct program_view {
    const char *path;   /* of the conversation */
    const char *output; /* null: no capture was asked for */
    const struct conversation *conversation;
    const struct device *device;
    enum tt_chip chip;
};

/* What is in a program, without running it (schemas/program_info.schema.json). */
void program_info_report(FILE *out, enum report_form form, const struct program *program, const struct wire *wire);
void program_report(FILE *out, enum report_form form, const struct program_view *view);
