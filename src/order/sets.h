/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration fields held at a value of the user's: their text, and what they do. docs/semantics/replay.md, "Sets".
 */
#pragma once

#include "order/replay.h"

/* "FIELD=V", "FIELD.PART=V" or "FIELD@EVENT=V", and "state:PATH" in the place of a field; numbers decimal or 0x….
 * Refuses a name that the chip lacks (and says which come near) and a value that does not fit. */
enum tt_status replay_set_parse(enum tt_chip chip, const char *text, struct replay_set *set, struct tt_error *err);

/* Whether it is of a word of the state, which is no field: replay_set_bits() is not for it. */
static inline bool replay_set_is_state(const struct replay_set *set)
{
    return set->field == REG_COUNT;
}

/* The bits of the field's word that are set, and what they become. */
struct replay_set_bits {
    const struct reg_field *field;
    uint32_t mask, value;
};
struct replay_set_bits replay_set_bits(enum tt_chip chip, const struct replay_set *set);

/* Stores the value in every copy of the field: both states, or all threads. */
void replay_set_store(struct tile *tile, const struct replay_set *set);

enum { REPLAY_SET_TEXT_MAX = 192 };
/* The inverse: "THCON_SEC0_REG1_Out_data_format@519=6". Cut where text is too short. Returns text. */
char *replay_set_text(enum tt_chip chip, const struct replay_set *set, char *text, size_t size);
