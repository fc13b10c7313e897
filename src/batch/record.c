/* SPDX-License-Identifier: Apache-2.0 */
/* The names of a record's members, and its end. */
#include "batch/record.h"

const struct batch_field batch_count_fields[BATCH_COUNT_FIELDS] = {
    {"events", offsetof(struct batch_counts, events)},
    {"executed", offsetof(struct batch_counts, executed)},
    {"skipped", offsetof(struct batch_counts, skipped)},
    {"unsupported", offsetof(struct batch_counts, unsupported)},
    {"findings", offsetof(struct batch_counts, findings)},
    {"hazards", offsetof(struct batch_counts, hazards)},
    {"checkpoints", offsetof(struct batch_counts, checkpoints)},
    {"known_bytes", offsetof(struct batch_counts, known_bytes)},
    {"differing_bytes", offsetof(struct batch_counts, differing_bytes)},
    {"tainted_bytes", offsetof(struct batch_counts, tainted_bytes)},
    {"differences", offsetof(struct batch_counts, differences)},
    {"waived", offsetof(struct batch_counts, waived)},
};

const struct batch_field batch_text_fields[BATCH_TEXT_FIELDS] = {
    {"checkpoint", offsetof(struct batch_first, checkpoint)},
    {"space", offsetof(struct batch_first, space)},
    {"address", offsetof(struct batch_first, address)},
    {"what", offsetof(struct batch_first, what)},
    {"place", offsetof(struct batch_first, place)},
    {"unit", offsetof(struct batch_first, unit)},
    {"instruction", offsetof(struct batch_first, instruction)},
    {"mnemonic", offsetof(struct batch_first, mnemonic)},
    {"stage", offsetof(struct batch_first, stage)},
    {"format", offsetof(struct batch_first, format)},
    {"held_bits", offsetof(struct batch_first, held_bits)},
    {"held", offsetof(struct batch_first, held)},
    {"replayed_bits", offsetof(struct batch_first, replayed_bits)},
    {"replayed", offsetof(struct batch_first, replayed)},
};

const struct batch_field batch_number_fields[BATCH_NUMBER_FIELDS] = {
    {"event", offsetof(struct batch_first, event)},
    {"instance", offsetof(struct batch_first, instance)},
    {"thread", offsetof(struct batch_first, thread)},
};

const char *batch_verdict_name(enum batch_verdict verdict)
{
    static const char *const names[BATCH_VERDICTS] = {
        [BATCH_SAME] = "same",
        [BATCH_DIFFERS] = "differs",
        [BATCH_TROUBLE] = "trouble",
        [BATCH_NO_VERDICT] = "no verdict",
    };
    return names[verdict];
}

void batch_record_clear(struct batch_record *record)
{
    for (size_t i = 0; i < record->finding_count; i++) {
        mem_free(record->findings[i].code);
        mem_free(record->findings[i].kind);
    }
    for (size_t i = 0; i < record->unsupported_count; i++)
        mem_free(record->unsupported[i].name);
    for (int i = 0; i < BATCH_TEXT_FIELDS; i++)
        mem_free(*batch_first_text(&record->first, i));
    texts_clear(&record->tags);
    texts_clear(&record->causes);
    mem_free(record->findings);
    mem_free(record->unsupported);
    mem_free(record->reason);
    mem_free(record->chip);
    mem_free(record->title);
    *record = (struct batch_record){0};
}
