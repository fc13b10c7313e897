/* SPDX-License-Identifier: Apache-2.0 */
/* Names that debuggers print, and their registers here. The tables are made from schemas/debugger.json. */
#pragma once

#include "base/names.h"
#include "base/usual.h"

enum { DEBUGGER_ENTRIES = 4 };

/* A list of structs with the same fields, as "pack_counters": one for each packer. */
struct debugger_group {
    const char *name;                                    /* key in the JSON of the low-level-kernel tests */
    const char *title;                                   /* the title of the table that tt-exalens prints */
    const char *before[TT_CHIP_COUNT][DEBUGGER_ENTRIES]; /* stands before a field printed alone: "UNPACK_CONFIG0_" */
};

struct debugger_field {
    const char *name;
    uint8_t group, chip, entry;
    uint16_t word;       /* the word of the configuration */
    uint8_t shift, bits; /* bits 0 stands for reserved bits, which no register has */
};

/* Scalar registers with a name of their own; the others are called "gpr_17". */
struct debugger_gpr {
    const char *name;
    uint8_t thread, index;
};

/* A signal of the debug bus, and the word of the small state that it shows. */
struct debugger_signal {
    const char *name, *path;
    uint8_t halved, another; /* a bit for each chip where it is a halved_counter, or has no place here */
};

extern const struct debugger_group debugger_groups[];
extern const size_t debugger_group_count;
extern const struct debugger_field debugger_fields[];
extern const size_t debugger_field_count;
extern const struct debugger_gpr debugger_gprs[];
extern const size_t debugger_gpr_count;
extern const struct debugger_signal debugger_signals[];
extern const size_t debugger_signal_count;
