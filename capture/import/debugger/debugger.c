/* SPDX-License-Identifier: Apache-2.0 */
/* Names of debuggers into bits. schemas/debugger.json, docs/how-to/capture-from-silicon.md */
#include "capture/import/debugger/debugger.h"

#include "capture/import/debugger_tables.h"
#include "isa/registers.h"

#include <strings.h>

void debugger_init(struct debugger *debugger, enum tt_chip chip)
{
    memset(debugger, 0, sizeof *debugger);
    debugger->chip = chip;
}

void debugger_clear(struct debugger *debugger)
{
    mem_free(debugger->unknown);
    debugger->unknown = NULL;
}

static uint32_t debugger_ones(uint32_t bits)
{
    return (uint32_t)((UINT64_C(1) << bits) - 1);
}

/* Bits of a word that are known from here on. */
static enum tt_status put_bits(struct debugger *debugger, uint32_t *word, uint32_t *known, uint32_t mask,
                               uint32_t value, const char *name, struct tt_error *err)
{
    uint32_t differs = (*word ^ value) & *known & mask;
    REFUSE_IF(differs, err, "%s: bits 0x%x of the word are 0x%x here, and were 0x%x before", name, differs,
              value & differs, *word & differs);
    *word = (*word & ~mask) | (value & mask);
    *known |= mask;
    debugger->taken++;
    return TT_OK;
}

static enum tt_status debugger_put_cfg(struct debugger *debugger, uint32_t word, uint32_t shift, uint32_t bits,
                                       uint64_t value, const char *name, struct tt_error *err)
{
    REFUSE_IF(value > debugger_ones(bits), err, "%s is %llu, expected 0 to %u", name, (unsigned long long)value,
              debugger_ones(bits));
    return put_bits(debugger, &debugger->cfg[word], &debugger->cfg_known[word], debugger_ones(bits) << shift,
                    (uint32_t)value << shift, name, err);
}

/* Upper and lower case count as one: the same field is Read_int8 alone and read_int8 in its group. */
static const struct debugger_field *debugger_find_field(const struct debugger *debugger, size_t group, unsigned entry,
                                                        const char *name, size_t count)
{
    for (size_t i = 0; i < debugger_field_count; i++) {
        const struct debugger_field *field = &debugger_fields[i];
        if (field->chip == debugger->chip && field->group == group && field->entry == entry &&
            strncasecmp(field->name, name, count) == 0 && field->name[count] == '\0')
            return field;
    }
    return NULL;
}

static enum tt_status put_field(struct debugger *debugger, const struct debugger_field *field, uint64_t value,
                                struct tt_error *err)
{
    if (field->bits)
        return debugger_put_cfg(debugger, field->word, field->shift, field->bits, value, field->name, err);
    return value ? TT_END : TT_OK;
}

enum tt_status debugger_field(struct debugger *debugger, const char *group, unsigned entry, const char *field,
                              uint64_t value, struct tt_error *err)
{
    size_t g = 0;
    while (g < debugger_group_count && strcmp(debugger_groups[g].name, group) != 0)
        g++;
    const struct debugger_field *found = debugger_find_field(debugger, g, entry, field, strlen(field));
    if (found)
        return put_field(debugger, found, value, err);
    char half[64];
    if (snprintf(half, sizeof half, "%s_lo", field) >= (int)sizeof half)
        return TT_END;
    const struct debugger_field *low = debugger_find_field(debugger, g, entry, half, strlen(half));
    (void)snprintf(half, sizeof half, "%s_hi", field);
    const struct debugger_field *high = debugger_find_field(debugger, g, entry, half, strlen(half));
    if (!low || !high)
        return TT_END;
    /* tt-exalens prints them joined with "_lo" as the upper half. */
    enum tt_status status = put_field(debugger, low, value >> 16, err);
    return status ? status : put_field(debugger, high, value & 0xFFFF, err);
}

enum tt_status debugger_word(struct debugger *debugger, uint32_t word, uint32_t mask, uint32_t shift, uint64_t value,
                             struct tt_error *err)
{
    char name[32];
    (void)snprintf(name, sizeof name, "cfg(%u)", word);
    REFUSE_IF(word >= chip_get(debugger->chip)->cfg_words, err, "%s: %s has words 0 to %u", name,
              chip_get(debugger->chip)->name, chip_get(debugger->chip)->cfg_words - 1);
    REFUSE_IF(shift > 31 || value > mask >> shift || (value << shift & ~(uint64_t)mask), err,
              "%s: %llu is no value of mask 0x%x, shift %u", name, (unsigned long long)value, mask, shift);
    return put_bits(debugger, &debugger->cfg[word], &debugger->cfg_known[word], mask, (uint32_t)(value << shift), name,
                    err);
}

static enum tt_status put_gpr(struct debugger *debugger, unsigned thread, unsigned index, uint64_t value,
                              const char *name, struct tt_error *err)
{
    REFUSE_IF(value > UINT32_MAX, err, "%s is %llu, expected 0 to 4294967295", name, (unsigned long long)value);
    return put_bits(debugger, &debugger->gpr[thread][index], &debugger->gpr_known[thread][index], UINT32_MAX,
                    (uint32_t)value, name, err);
}

static enum tt_status put_gpr_named(struct debugger *debugger, unsigned thread, const char *name, size_t count,
                                    uint64_t value, struct tt_error *err)
{
    char whole[48];
    (void)snprintf(whole, sizeof whole, "%.*s of thread %u", (int)(count < 24 ? count : 24), name, thread);
    for (size_t i = 0; i < debugger_gpr_count; i++) {
        const struct debugger_gpr *gpr = &debugger_gprs[i];
        if (gpr->thread == thread && strncasecmp(gpr->name, name, count) == 0 && gpr->name[count] == '\0')
            return put_gpr(debugger, thread, gpr->index, value, whole, err);
    }
    if (count < 5 || count > 6 || strncasecmp(name, "gpr_", 4) != 0 || strspn(name + 4, "0123456789") < count - 4)
        return TT_END;
    unsigned long index = strtoul(name + 4, NULL, 10);
    return index < GPRS ? put_gpr(debugger, thread, (unsigned)index, value, whole, err) : TT_END;
}

enum tt_status debugger_gpr(struct debugger *debugger, unsigned thread, const char *name, uint64_t value,
                            struct tt_error *err)
{
    return thread < THREADS ? put_gpr_named(debugger, thread, name, strlen(name), value, err) : TT_END;
}

enum tt_status debugger_register(struct debugger *debugger, const char *name, uint64_t value, struct tt_error *err)
{
    size_t count = strlen(name);
    for (size_t group = 0; group < debugger_group_count; group++) {
        for (unsigned entry = 0; entry < DEBUGGER_ENTRIES; entry++) {
            const char *before = debugger_groups[group].before[debugger->chip][entry];
            size_t skip = before ? strlen(before) : 0;
            if (!before || strncmp(name, before, skip) != 0)
                continue;
            const struct debugger_field *field = debugger_find_field(debugger, group, entry, name + skip, count - skip);
            if (field)
                return put_field(debugger, field, value, err);
        }
    }
    enum reg_id reg = reg_find(debugger->chip, name);
    const struct reg_field *field = reg < REG_COUNT ? reg_field_get(debugger->chip, reg) : NULL;
    if (field && field->space == TT_SPACE_CFG)
        return debugger_put_cfg(debugger, field->word, field->shift, field->bits, value, name, err);
    if (count > 3 && name[count - 3] == '_' && name[count - 2] == 'T' && strchr("012", name[count - 1]))
        return put_gpr_named(debugger, (unsigned)(name[count - 1] - '0'), name, count - 3, value, err);
    return TT_END;
}

enum tt_status debugger_signal(struct debugger *debugger, const char *name, uint64_t value, bool is_json,
                               struct tt_error *err)
{
    for (size_t i = 0; i < debugger_signal_count; i++) {
        const struct debugger_signal *signal = &debugger_signals[i];
        if (strcmp(signal->name, name) != 0)
            continue;
        int32_t word = state_find(signal->path);
        if (word < 0 || signal->another >> debugger->chip & 1)
            return TT_END;
        if (signal->halved >> debugger->chip & 1) {
            debugger->halved_name = signal->name;
            debugger->halved_path = signal->path;
            return halved_add(&debugger->halved, name, value, is_json, err);
        }
        REFUSE_IF(value > UINT32_MAX, err, "%s is 0x%llx, more than 32 bits", name, (unsigned long long)value);
        return put_bits(debugger, &debugger->state.value[word], &debugger->state.known[word], UINT32_MAX,
                        (uint32_t)value, name, err);
    }
    return TT_END;
}

enum tt_status debugger_unknown(struct debugger *debugger, const char *name, const char *value, struct tt_error *err)
{
    size_t more = strlen(name) + strlen(value) + 4;
    if (mem_grow(&debugger->unknown, &debugger->unknown_capacity, debugger->unknown_bytes + more, 1) < 0)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    int n = snprintf(debugger->unknown + debugger->unknown_bytes, more, "%s%s=%s", debugger->unknown_bytes ? ", " : "",
                     name, value);
    /* It is shown to people and stands in JSON. */
    for (char *c = debugger->unknown + debugger->unknown_bytes; *c; c++)
        *c = *c < ' ' || *c > '~' ? '?' : *c;
    debugger->unknown_bytes += (size_t)n;
    debugger->unknown_count++;
    return TT_OK;
}

int debugger_format(const char *name, size_t count)
{
    /* Names of data formats in tt-exalens and the low-level kernels. */
    static const struct {
        const char *name;
        int number;
    } formats[] = {
        {"Float32", 0}, {"Float16", 1}, {"Bfp8", 2},    {"Bfp4", 3},      {"Tf32", 4},   {"Float16_b", 5},
        {"Bfp8_b", 6},  {"Bfp4_b", 7},  {"Int32", 8},   {"UInt16", 9},    {"Lf8", 10},   {"Bfp2", 11},
        {"Int8", 14},   {"Bfp2_b", 15}, {"UInt32", 24}, {"Fp8_e4m3", 26}, {"UInt8", 30},
    };
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (strncmp(formats[i].name, name, count) == 0 && formats[i].name[count] == '\0')
            return formats[i].number;
    }
    return -1;
}

enum { NOTE_BYTES = 380 }; /* of a list, within the length of a note */

/* How much of a list fits a note, up to a comma. */
static size_t first_part(const char *list)
{
    size_t count = strlen(list);
    if (count <= NOTE_BYTES)
        return count;
    for (count = NOTE_BYTES; count > 1 && strncmp(list + count, ", ", 2) != 0; count--) {
    }
    return count > 1 ? count : NOTE_BYTES;
}

/* Names without a place: all of it in notes, and as much as a sentence takes to the user. */
static enum tt_status report_unknown(const struct debugger *debugger, struct import_sink *sink, struct tt_error *err)
{
    const char *rest = debugger->unknown;
    size_t count = first_part(rest);
    bool is_whole = rest[count] == '\0';
    enum tt_status status =
        import_warn(sink, err, "%u of its values have no place in a capture: %.*s%s", debugger->unknown_count,
                    (int)count, rest, is_whole ? "" : ", ... (info shows all)");
    for (rest += count; !status && *rest; rest += count) {
        rest += strncmp(rest, ", ", 2) == 0 ? 2 : 0;
        count = first_part(rest);
        status = import_note(sink, err, "and %.*s", (int)count, rest);
    }
    return status;
}

static enum tt_status put_cfg_region(const struct debugger *debugger, struct import_sink *sink, const char *id,
                                     struct tt_error *err)
{
    const struct chip *chip = chip_get(debugger->chip);
    uint32_t words[CFG_STATES][CFG_WORDS_MAX] = {{0}}, known[CFG_STATES][CFG_WORDS_MAX] = {{0}};
    memcpy(words[0], debugger->cfg, sizeof words[0]);
    memcpy(known[0], debugger->cfg_known, sizeof known[0]);
    for (uint32_t word = chip->cfg_global_base; word < chip->cfg_words; word++) {
        words[1][word] = words[0][word];
        known[1][word] = known[0][word];
    }
    enum tt_status status = TT_OK;
    const uint32_t bytes = chip->cfg_words * (uint32_t)sizeof(uint32_t);
    for (uint32_t state = 0; state < CFG_STATES && status == TT_OK; state++)
        status =
            import_numbers(sink, id, TT_SPACE_CFG, state * bytes, chip->cfg_words, words[state], known[state], err);
    return status;
}

/* The bits of a halved counter that the printed values give. */
static enum tt_status put_halved(struct debugger *debugger, struct import_sink *sink, struct tt_error *err)
{
    uint32_t value, known;
    if (!debugger->halved_name)
        return TT_OK;
    TRY(halved_value(&debugger->halved, debugger->halved_name, &value, &known, err));
    const int32_t word = state_find(debugger->halved_path);
    TRY(put_bits(debugger, &debugger->state.value[word], &debugger->state.known[word], known, value,
                 debugger->halved_name, err));
    if (known == UINT32_MAX)
        return TT_OK;
    return import_warn(sink, err, "%s: bits 0x%x of it are not known: what is printed is a part of the counter",
                       debugger->halved_name, ~known);
}

enum tt_status debugger_put(struct debugger *debugger, struct import_sink *sink, const char *id, struct tt_error *err)
{
    enum tt_status status = put_halved(debugger, sink, err);
    status = status ?: put_cfg_region(debugger, sink, id, err);
    if (status == TT_OK)
        status = import_numbers(sink, id, TT_SPACE_GPR, 0, THREADS * GPRS, debugger->gpr, debugger->gpr_known, err);
    if (status == TT_OK)
        status =
            import_numbers(sink, id, TT_SPACE_STATE, 0, STATE_WORDS, debugger->state.value, debugger->state.known, err);
    status = status ?: import_note(sink, err, "%u registers and counters by name", debugger->taken);
    return status == TT_OK && debugger->unknown_count ? report_unknown(debugger, sink, err) : status;
}
