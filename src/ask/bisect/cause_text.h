/* SPDX-License-Identifier: Apache-2.0 */
/* A cause as a sentence's subject. */
#pragma once

#include "ask/bisect/bisect.h"

enum { BISECT_CHANGE_TEXT_MAX = 600, BISECT_CAUSE_TEXT_MAX = 2600 };

/* "pack.bfp.round=truncate", "THCON_SEC0_REG1_Out_data_format=6", "event 453, thread 2, stands there twice: PACR".
 * Returns text. */
char *bisect_change_text(enum tt_chip chip, const struct bisect_change *change, char *text, size_t size);

/* All changes of an explanation, with " and " between. */
char *bisect_explanation_text(enum tt_chip chip, const struct bisect_explanation *explanation, char *text, size_t size);

/* The same of any capture: without the events, which are others in each. */
char *bisect_cause_text(enum tt_chip chip, const struct bisect_explanation *explanation, char *text, size_t size);

/* Whether the change is of a value that a core stored, not of a word. */
bool bisect_change_is_stored(const struct bisect_change *change);

/* The fields that the change makes other: of a word changed, or of a store to configuration. */
enum { BISECT_FIELDS_MAX = 32 };
struct bisect_changed_field {
    const char *name;
    uint32_t was, value;
};
unsigned bisect_changed_fields(enum tt_chip chip, const struct bisect_change *change,
                               struct bisect_changed_field fields[static BISECT_FIELDS_MAX]);

/* "not found", "explained", "possible", "layout", "recording" */
const char *bisect_cause_name(enum bisect_cause cause);

/* Why the only explanation is not called the cause; null: it says so itself, or there are others. */
const char *bisect_unsure_text(const struct bisect_result *result);

/* "lost", "doubled", "extra", "changed", "swapped", "unwritten" */
const char *bisect_fault_name(enum bisect_word_fault fault);
