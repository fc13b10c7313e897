/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/replaying.h"

const struct cli_option cli_readings[] = {
    VARIANT_OPTION(VARIANT_TEXT, struct replay_words),
    PROFILE_OPTION(struct replay_words),
    {"set", 0, "FIELD=V",
     "a configuration field holds V whatever the program writes; FIELD@EVENT=V: stored once, before that event; "
     "state:PATH=V: a word of the state; FIELD.PART=V: a part of a structure, as of a tile descriptor; may be given "
     "again",
     INTO(struct replay_words, sets)},
    {"assume", 0, "SPACE",
     "for a recording of silicon: give what is unknown of a space at the start its reset value; SPACE=zero: zero; all: "
     "of every space. The verdict names the assumption; may be given again",
     INTO(struct replay_words, assumes)},
    {0},
};

const struct cli_option cli_replaying[] = {
    {NULL, 0, NULL, NULL, .kind = CLI_PART, .part = cli_readings},
    {"order", 0, "ORDER",
     "executed: the order in which words took effect; program: what each thread pushed; firmware: the cores run the "
     "code in L1 (default: of a database its own; else executed where the capture holds executed words, else as it "
     "boots cores or holds pushed words)",
     NAMED(cli_orders, struct replay_words, order), FLAG(struct replay_words, has_order)},
    {0},
};

const struct cli_option cli_running[] = {
    {"unit", 0, "U[,U]",
     "data units to emulate, or none; what the others would produce is taken from the recording (default: all)",
     INTO(struct replay_words, units), .names = &cli_units},
    {"max-steps", 0, "N", "program, firmware order: what still runs after N steps hangs (default 100000000)",
     INTO(struct replay_words, max_steps), .least = 1, .most = UINT64_C(1) << 53},
    {"checkpoint-word", 0, "ADDR",
     "firmware: a store to this word of L1 is the next checkpoint's moment (default: 0x14020 in captures tagged "
     "firmware, else none)",
     INTO(struct replay_words, checkpoint_word), FLAG(struct replay_words, has_checkpoint_word)},
    {"evidence", 0, "LEVEL", "report a finding, and no verdict, where something rests on " LEVELS_TEXT,
     NAMED(cli_levels, struct replay_words, evidence), FLAG(struct replay_words, has_evidence)},
    {0},
};
