/* SPDX-License-Identifier: Apache-2.0 */
/* Places of a tile as they are typed: "dst:3,5", "lreg:2.31", "cfg:STACC_RELU_ApplyRelu". */
#include "ask/run/address.h"

#include "base/number.h"
#include "base/text/near.h"
#include "base/text/text.h"
#include "isa/chip.h"
#include "isa/names_near.h"
#include "isa/spaces.h"

enum { NUMBERS_MAX = 3 };

static bool has_prefix(const char *text)
{
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

/* Numbers with `separator` between, to the end of the text: hexadecimal with 0x, else decimal. Returns how many, 0
 * where it is anything else. */
static unsigned take_numbers(const char *text, char separator, uint64_t numbers[static NUMBERS_MAX])
{
    unsigned count = 0;
    for (; count < NUMBERS_MAX; text++) {
        char *end = NULL;
        if (*text < '0' || *text > '9')
            return 0;
        errno = 0;
        numbers[count++] = strtoull(text, &end, has_prefix(text) ? 16 : 10);
        if (errno || (*end && *end != separator))
            return 0;
        text = end;
        if (!*end)
            return count;
    }
    return 0;
}

static enum tt_status take_l1(struct address_place *place, enum tt_chip chip, const char *text, struct tt_error *err)
{
    uint64_t numbers[NUMBERS_MAX] = {0, 1};
    TRY(number_ask_base("l1:", text, err));
    const unsigned count = take_numbers(text, ':', numbers);
    const uint64_t bytes = space_bytes(chip, TT_SPACE_L1);
    REFUSE_IF(count == 0 || count > 2 || numbers[1] == 0, err, "'l1:%s': expected l1:ADDR or l1:ADDR:LEN", text);
    REFUSE_IF(numbers[0] >= bytes || numbers[1] > bytes - numbers[0], err, "'l1:%s': L1 has 0x%llx bytes", text,
              (unsigned long long)bytes);
    place->lo = (uint32_t)numbers[0];
    place->hi = (uint32_t)(numbers[0] + numbers[1]);
    return TT_OK;
}

static void take_element(struct address_place *place, uint64_t element)
{
    const uint32_t bytes = space_element_bytes(place->space);
    place->lo = (uint32_t)element * bytes;
    place->hi = place->lo + bytes;
}

static enum tt_status address_place_take_dst(struct address_place *place, const char *text, struct tt_error *err)
{
    uint64_t n[NUMBERS_MAX];
    REFUSE_IF(take_numbers(text, ',', n) != 2 || n[0] >= DST_ROWS || n[1] >= DST_COLUMNS, err,
              "'dst:%s': expected dst:ROW,COLUMN, below %d and %d", text, DST_ROWS, DST_COLUMNS);
    take_element(place, n[0] * DST_COLUMNS + n[1]);
    return TT_OK;
}

static enum tt_status take_src(struct address_place *place, const char *text, struct tt_error *err)
{
    uint64_t n[NUMBERS_MAX] = {0};
    const unsigned count = take_numbers(text, ',', n);
    const uint64_t bank = count == 3 ? n[0] : 0, row = count == 3 ? n[1] : n[0], column = count == 3 ? n[2] : n[1];
    REFUSE_IF(count < 2 || bank >= SRC_BANKS || row >= SRC_ROWS || column >= SRC_COLUMNS, err,
              "'%s:%s': expected BANK,ROW,COLUMN or ROW,COLUMN, below %d, %d and %d", space_name(place->space), text,
              SRC_BANKS, SRC_ROWS, SRC_COLUMNS);
    place->has_every_bank = count == 2;
    take_element(place, (bank * SRC_ROWS + row) * SRC_COLUMNS + column);
    return TT_OK;
}

static enum tt_status take_pair(struct address_place *place, const char *text, const char *form, uint32_t first,
                                uint32_t second, struct tt_error *err)
{
    uint64_t n[NUMBERS_MAX];
    REFUSE_IF(take_numbers(text, '.', n) != 2 || n[0] >= first || n[1] >= second, err,
              "'%s:%s': expected %s, below %u and %u", space_name(place->space), text, form, first, second);
    take_element(place, n[0] * second + n[1]);
    return TT_OK;
}

static enum tt_status take_field(struct address_place *place, enum tt_chip chip, const char *text, struct tt_error *err)
{
    const struct chip *traits = chip_get(chip);
    const char *name = text;
    unsigned copy = 0;
    char near[REG_NEAR_TEXT_MAX];
    place->has_every_copy = true;
    if (text[0] >= '0' && text[0] <= '2' && text[1] == ':') {
        copy = (unsigned)(text[0] - '0');
        name = text + 2;
        place->has_every_copy = false;
    }
    place->field = reg_find(chip, name);
    REFUSE_IF(place->field == REG_COUNT, err,
              "'cfg:%s': this chip has no field '%s'%s (tt-replay dump --registers lists them)", text, name,
              reg_near_text(chip, name, near));
    const struct reg_field *field = reg_field_get(chip, place->field);
    place->is_field = true;
    place->space = field->space;
    REFUSE_IF(field->space == TT_SPACE_CFG && copy >= CFG_STATES, err, "'cfg:%s': %s has states 0 and 1", text, name);
    take_element(place, copy * (field->space == TT_SPACE_CFG ? traits->cfg_words : traits->thread_words) + field->word);
    return TT_OK;
}

static const char *address_state_at(size_t i, const void *user)
{
    char *path = (char *)(uintptr_t)user;
    return i < STATE_WORDS && state_path((uint32_t)i, path) ? path : NULL;
}

static enum tt_status take_state(struct address_place *place, const char *text, struct tt_error *err)
{
    const int32_t word = state_find(text);
    char near[NEAR_TEXT_MAX], path[STATE_PATH_MAX];
    REFUSE_IF(word < 0, err, "'state:%s': no such path%s (tt-replay dump --space state --all lists them)", text,
              near_text(text, address_state_at, path, near));
    take_element(place, (uint32_t)word);
    return TT_OK;
}

enum tt_status address_place_parse(struct address_place *place, enum tt_chip chip, const char *text,
                                   struct tt_error *err)
{
    char name[16] = "";
    const size_t length = strcspn(text, ":");
    *place = (struct address_place){.field = REG_COUNT};
    if (length < sizeof name)
        memcpy(name, text, length);
    place->space = space_find(name);
    const char *rest = text[length] ? text + length + 1 : "";
    switch (place->space) {
    case TT_SPACE_L1:
        return take_l1(place, chip, rest, err);
    case TT_SPACE_DST:
        return address_place_take_dst(place, rest, err);
    case TT_SPACE_SRCA:
    case TT_SPACE_SRCB:
        return take_src(place, rest, err);
    case TT_SPACE_LREG:
        return take_pair(place, rest, "REGISTER.LANE", LREGS, LANES, err);
    case TT_SPACE_GPR:
        return take_pair(place, rest, "THREAD.REGISTER", THREADS, GPRS, err);
    case TT_SPACE_CFG:
    case TT_SPACE_THREAD_CFG:
        return take_field(place, chip, rest, err);
    case TT_SPACE_STATE:
        return take_state(place, rest, err);
    case TT_SPACE_DST_VALID:
    case TT_SPACE_COUNT:
        break;
    }
    return tt_fail(err, TT_BAD_INPUT,
                   "'%s': expected l1:ADDR, dst:ROW,COLUMN, srca: or srcb:BANK,ROW,COLUMN, lreg:REGISTER.LANE, "
                   "gpr:THREAD.REGISTER, cfg:FIELD or state:PATH",
                   text);
}

unsigned address_place_copies(const struct address_place *place, enum tt_chip chip, uint32_t *apart)
{
    const unsigned copies = place->has_every_bank                                          ? SRC_BANKS
                            : place->has_every_copy && place->space == TT_SPACE_THREAD_CFG ? THREADS
                            : place->has_every_copy                                        ? CFG_STATES
                                                                                           : 1;
    *apart = space_bytes(chip, place->space) / copies;
    return copies;
}

char *address_place_text(enum tt_chip chip, enum tt_space space, uint32_t lo, char text[static ADDRESS_TEXT_MAX])
{
    const uint32_t n = lo / space_element_bytes(space);
    const char *name = space_name(space);
    switch (space) {
    case TT_SPACE_L1:
        return text_print(text, ADDRESS_TEXT_MAX, "l1:0x%05x", lo);
    case TT_SPACE_DST:
        return text_print(text, ADDRESS_TEXT_MAX, "dst:%u,%u", n / DST_COLUMNS, n % DST_COLUMNS);
    case TT_SPACE_SRCA:
    case TT_SPACE_SRCB:
        return text_print(text, ADDRESS_TEXT_MAX, "%s:%u,%u,%u", name, n / SRC_COLUMNS / SRC_ROWS,
                          n / SRC_COLUMNS % SRC_ROWS, n % SRC_COLUMNS);
    case TT_SPACE_LREG:
        return text_print(text, ADDRESS_TEXT_MAX, "lreg:%u.%u", n / LANES, n % LANES);
    case TT_SPACE_GPR:
        return text_print(text, ADDRESS_TEXT_MAX, "gpr:%u.%u", n / GPRS, n % GPRS);
    case TT_SPACE_STATE: {
        char path[STATE_PATH_MAX] = "?";
        if (n < STATE_ALL_WORDS)
            (void)state_path(n, path);
        return text_print(text, ADDRESS_TEXT_MAX, "state:%s", path);
    }
    case TT_SPACE_CFG:
        return text_print(text, ADDRESS_TEXT_MAX, "cfg %u, word %u", n / chip_get(chip)->cfg_words,
                          n % chip_get(chip)->cfg_words);
    case TT_SPACE_THREAD_CFG:
        return text_print(text, ADDRESS_TEXT_MAX, "thread_cfg %u, word %u", n / chip_get(chip)->thread_words,
                          n % chip_get(chip)->thread_words);
    case TT_SPACE_STAGE: /* nobody types it: places that can be are of spaces */
        return text_print(text, ADDRESS_TEXT_MAX, "value %u", n);
    case TT_SPACE_DST_VALID:
        return text_print(text, ADDRESS_TEXT_MAX, "dst_valid:%u", n);
    }
    return text;
}
