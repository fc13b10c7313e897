/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes and names of a tile's spaces, and the paths of its small state. docs/formats/bundle.md */
#include "isa/spaces.h"
#include "isa/tables.h"

#include <stdlib.h>
#include <string.h>

/* Elements of the whole space; 0 where the count differs by chip. */
static const struct {
    const char *name;
    uint32_t element_bytes, elements;
} spaces[TT_SPACE_COUNT] = {
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

size_t state_path(uint32_t word, char text[static STATE_PATH_MAX])
{
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
    return word ? *word : -1;
}
