/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes and names of a tile's spaces, and the paths of its small state. docs/formats/bundle.md */
#include "isa/spaces.h"
#include "base/number.h"
#include "base/search.h"
#include "isa/tables.h"

/* Elements of the whole space; 0 where the count differs by chip. */
static const struct {
    const char *name;
    uint32_t element_bytes, elements;
} spaces[TT_SPACE_COUNT + 1] = {
    [TT_SPACE_L1] = {"l1", 1, 0},
    [TT_SPACE_CFG] = {"cfg", 4, 0},
    [TT_SPACE_THREAD_CFG] = {"thread_cfg", 2, 0},
    [TT_SPACE_GPR] = {"gpr", 4, THREADS *GPRS},
    [TT_SPACE_DST] = {"dst", 2, DST_ROWS *DST_COLUMNS},
    [TT_SPACE_DST_VALID] = {"dst_valid", 1, DST_ROWS},
    [TT_SPACE_SRCA] = {"srca", 4, SRC_BANKS *SRC_ROWS *SRC_COLUMNS},
    [TT_SPACE_SRCB] = {"srcb", 4, SRC_BANKS *SRC_ROWS *SRC_COLUMNS},
    [TT_SPACE_LREG] = {"lreg", 4, LREGS *LANES},
    [TT_SPACE_STATE] = {"state", 4, STATE_WORDS},
    [TT_SPACE_STAGE] = {"stage", 4, 0},
};

const char *space_name(enum tt_space space)
{
    return spaces[space].name;
}

enum tt_space space_find(const char *name)
{
    enum tt_space space = 0;
    while (space < TT_SPACE_COUNT && strcmp(name, spaces[space].name) != 0)
        space++;
    return space;
}

uint32_t space_element_bytes(enum tt_space space)
{
    return spaces[space].element_bytes;
}

uint32_t space_bytes(enum tt_chip chip, enum tt_space space)
{
    if (space == TT_SPACE_L1)
        return isa_chips[chip].l1_bytes;
    uint32_t elements = spaces[space].elements;
    if (space == TT_SPACE_CFG)
        elements = CFG_STATES * isa_chips[chip].cfg_words;
    if (space == TT_SPACE_THREAD_CFG)
        elements = THREADS * isa_chips[chip].thread_words;
    return elements * spaces[space].element_bytes;
}

uint32_t space_all_bytes(enum tt_chip chip, enum tt_space space)
{
    return space == TT_SPACE_STATE ? 4 * STATE_ALL_WORDS : space_bytes(chip, space);
}

const struct isa_internal *internal_of(uint32_t word)
{
    return word >= STATE_INTERNAL ? FIND(isa_internal, STATE_INTERNAL_ROWS, word < item->first + item->words) : NULL;
}

static size_t internal_path(uint32_t word, char text[static STATE_PATH_MAX])
{
    const struct isa_internal *row = internal_of(word);
    uint32_t left = row ? word - row->first : 0, part = row ? row->words : 1;
    int n = snprintf(text, STATE_PATH_MAX, "%s", row ? row->name : "?");
    for (unsigned i = 0; row && i < row->dimensions; i++) {
        part /= row->shape[i];
        n += snprintf(text + n, STATE_PATH_MAX - (size_t)n, ".%u", (unsigned)(left / part));
        left %= part;
    }
    return (size_t)n;
}

/* The numbers behind the name of a row, or -1. */
static int32_t internal_find_word(const struct isa_internal *row, const char *at)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < row->dimensions; i++) {
        uint64_t number;
        char digits[8];
        const size_t n = *at == '.' ? strspn(at + 1, "0123456789") : 0;
        if (n == 0 || n >= sizeof digits || (n > 1 && at[1] == '0'))
            return -1;
        memcpy(digits, at + 1, n);
        digits[n] = 0;
        if (!number_read(digits, 0, row->shape[i] - 1U, &number))
            return -1;
        word = word * row->shape[i] + (uint32_t)number;
        at += n + 1;
    }
    return *at ? -1 : (int32_t)(row->first + word);
}

static int32_t internal_find(const char *path)
{
    for (unsigned i = 0; i < STATE_INTERNAL_ROWS; i++) {
        const size_t n = strlen(isa_internal[i].name);
        const int32_t word =
            strncmp(path, isa_internal[i].name, n) ? -1 : internal_find_word(&isa_internal[i], path + n);
        if (word >= 0)
            return word;
    }
    return -1;
}

size_t state_path(uint32_t word, char text[static STATE_PATH_MAX])
{
    if (word >= STATE_WORDS)
        return internal_path(word, text);
    size_t n = strlen(isa_state_paths[word]);
    memcpy(text, isa_state_paths[word], n + 1);
    return n;
}

static int compare_path(const void *path, const void *item)
{
    const uint16_t *word = item;
    return strcmp(path, isa_state_paths[*word]);
}

int32_t state_find(const char *path)
{
    const uint16_t *word = bsearch(path, isa_state_by_path, STATE_WORDS, sizeof *isa_state_by_path, compare_path);
    return word ? *word : internal_find(path);
}
