/* SPDX-License-Identifier: Apache-2.0 */
/* A tile's registers as debuggers name them, gathered and put into a checkpoint. Both the JSON of the
 * low-level-kernel tests and the tables of tt-exalens use these names. docs/how-to/capture-from-silicon.md */
#pragma once

#include "capture/import/source.h"
#include "capture/import/state_json.h"
#include "isa/chip.h"

/* ---- halved_counter.c ----
 * A counter of ten bits that stands in two groups of signals: its lower eight bits in one, its upper two in the
 * other, both under one name. tt-exalens prints a row for each group, or joins them with the upper two shifted by
 * 32 instead of 8; the JSON of the low-level-kernel tests has one key, so that the later group, the upper two, is
 * all that is left. */

enum { HALVED_PRINTS = 2 };

struct halved_counter {
    uint64_t prints[HALVED_PRINTS];
    unsigned count;
    bool is_json;
};

/* The next printed value. TT_END: a JSON value that is no half of it. */
enum tt_status halved_add(struct halved_counter *counter, const char *name, uint64_t value, bool is_json,
                          struct tt_error *err);
/* The counter's word, and the bits of it on which all agree that it can have been. */
enum tt_status halved_value(const struct halved_counter *counter, const char *name, uint32_t *value, uint32_t *known,
                            struct tt_error *err);

/* ---- debugger.c ---- */

/* Configuration is read through a window that shows state 0, and words that exist once. */
struct debugger {
    enum tt_chip chip;
    uint32_t cfg[CFG_WORDS_MAX], cfg_known[CFG_WORDS_MAX];
    uint32_t gpr[THREADS][GPRS], gpr_known[THREADS][GPRS]; /* known has all ones where the word is known, else zero */
    struct state_words state;
    struct halved_counter halved; /* the only halved counter that there is */
    const char *halved_name, *halved_path;
    uint32_t taken; /* how many names have a place in the state */
    char *unknown;  /* names without a place and their values, "rwc_math_winner=3, ..."; null where there are none */
    size_t unknown_bytes, unknown_capacity;
    uint32_t unknown_count;
};

/* `debugger` need not be initialised; clear it afterwards. */
void debugger_init(struct debugger *debugger, enum tt_chip chip);
void debugger_clear(struct debugger *debugger);

/* One value by name. TT_END: nothing here has that name, or only reserved bits do and they are not 0; the caller then
 * puts it elsewhere or calls debugger_unknown(). TT_BAD_INPUT: it does not fit its field, or the same bits were given
 * another value before; the text begins with the name. */

/* By the group, "unpack_config", the entry and the field; a field whose halves are "NAME_lo" and "NAME_hi" may be given
 * as NAME, the first printed half above. */
enum tt_status debugger_field(struct debugger *debugger, const char *group, unsigned entry, const char *field,
                              uint64_t value, struct tt_error *err);
/* By its name alone: "UNPACK_CONFIG0_out_data_format", "ALU_FORMAT_SPEC_REG2_Dstacc", "TILE_HEADER_T2". */
enum tt_status debugger_register(struct debugger *debugger, const char *name, uint64_t value, struct tt_error *err);
/* Bits of a configuration word: value is of (word & mask) >> shift. */
enum tt_status debugger_word(struct debugger *debugger, uint32_t word, uint32_t mask, uint32_t shift, uint64_t value,
                             struct tt_error *err);
enum tt_status debugger_gpr(struct debugger *debugger, unsigned thread, const char *name, uint64_t value,
                            struct tt_error *err);
/* A signal of the debug bus, "rwc0_srca", "adcs2_packers_channel0_x_counter". */
enum tt_status debugger_signal(struct debugger *debugger, const char *name, uint64_t value, bool is_json,
                               struct tt_error *err);

/* Keeps a name that found no place, with its value as text. */
enum tt_status debugger_unknown(struct debugger *debugger, const char *name, const char *value, struct tt_error *err);

/* The number of a data format by its name in these tools, "Float16_b"; -1 if it has none. */
int debugger_format(const char *name, size_t count);

/* Puts all values into the sink's checkpoint, and says which names have no place in it. */
enum tt_status debugger_put(struct debugger *debugger, struct import_sink *sink, const char *id, struct tt_error *err);
