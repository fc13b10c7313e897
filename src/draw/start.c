/* SPDX-License-Identifier: Apache-2.0 */
/* L1 before a program runs. */
#include "draw/draw.h"

#include "base/little.h"

enum tt_status draw_each_region(const struct draw_program *program, draw_region *put, void *user)
{
    uint8_t code[4 * DRAW_CODE_MAX];
    enum tt_status status = put(user, DRAW_INPUT, program->input, DRAW_INPUT_BYTES);
    for (uint32_t i = 0; i < program->poke_count && !status; i++) {
        uint8_t bytes[4];
        store_u32(bytes, program->pokes[i].value);
        status = put(user, program->pokes[i].addr, bytes, sizeof bytes);
    }
    for (uint32_t i = 0; i < program->code_count; i++)
        store_u32(code + 4 * (size_t)i, program->code[i]);
    return !status && program->code_count ? put(user, DRAW_CODE, code, 4 * program->code_count) : status;
}
