/* SPDX-License-Identifier: Apache-2.0 */
/* Words one after the other; settings become words of the configuration unit, in the thread's own order. */
#include "draw/draw_internal.h"

#include "isa/chip.h"

#include "insn_ids.h"

enum { HALF_BITS = 16, HALF_MASK = 0xFFFF };

void build_word(struct draw_build *build, uint32_t word)
{
    assert(build->program->count < DRAW_WORDS_MAX);
    build->program->threads[build->program->count] = build->thread;
    build->program->words[build->program->count++] = word;
}

bool build_set(struct draw_build *build, const char *name, uint32_t value)
{
    const enum reg_id id = reg_find(build->program->chip, name);
    if (id == REG_COUNT)
        return false;
    const struct reg_field *field = reg_field_get(build->program->chip, id);
    const uint32_t mask = reg_field_bits(field);
    if (field->space == TT_SPACE_THREAD_CFG) {
        uint16_t *word = &build->thread_cfg[build->thread][field->word];
        *word = (uint16_t)((*word & ~mask) | (value << field->shift & mask));
        build->is_thread_new[field->word] = true;
    } else {
        uint32_t *word = &build->cfg[field->word];
        *word = (*word & ~mask) | (value << field->shift & mask);
        build->is_cfg_new[field->word] = true;
    }
    return true;
}

uint32_t build_word_of(const struct draw_build *build, insn_id id)
{
    return isa_word(build->program->chip, id);
}

uint32_t build_fields(const struct draw_build *build, insn_id id, const struct build_field *fields, size_t count)
{
    uint32_t word = build_word_of(build, id);
    for (size_t i = 0; i < count; i++) {
        const bool is_there = isa_put_field(isa_get(build->program->chip, id), fields[i].name, fields[i].value, &word);
        assert(is_there);
        (void)is_there;
    }
    return word;
}

/* Both halves of a scalar register. */
void build_register(struct draw_build *build, uint32_t index, uint32_t value)
{
    for (uint32_t half = 0; half < 2; half++) {
        const uint32_t part = value >> HALF_BITS * half & HALF_MASK;
        build_insn(build, INSN_SETDMAREG, {"reg_index16b", 2 * index + half}, {"payload_sig_sel", part},
                   {"payload_sig_sel_size", part >> 14});
    }
}

void build_wait(struct draw_build *build)
{
    const uint32_t at_rest = chip_get(build->program->chip)->stallwait_at_rest;
    build_insn(build, INSN_STALLWAIT, {"wait_res", at_rest}, {"stall_res", EVERYTHING});
}

static void write_cfg(struct draw_build *build, uint32_t index)
{
    build_register(build, BUILD_REGISTER, build->cfg[index]);
    build_wait(build);
    build_insn(build, INSN_WRCFG, {"cfg_reg", index}, {"gpr_address", BUILD_REGISTER});
    build_word(build, build_word_of(build, INSN_NOP));
}

void build_thread_word(struct draw_build *build, uint32_t index)
{
    build_insn(build, INSN_SETC16, {"setc16_value", build->thread_cfg[build->thread][index]}, {"setc16_reg", index});
}

void build_settings(struct draw_build *build)
{
    bool is_any = false;
    for (uint32_t i = 0; i < CFG_WORDS; i++) {
        if (build->is_cfg_new[i]) {
            if (!is_any)
                build_wait(build);
            write_cfg(build, i);
            is_any = true;
        }
    }
    for (uint32_t i = 0; i < THREAD_WORDS; i++) {
        if (build->is_thread_new[i])
            build_thread_word(build, i);
        is_any |= build->is_thread_new[i];
    }
    memset(build->is_cfg_new, 0, sizeof build->is_cfg_new);
    memset(build->is_thread_new, 0, sizeof build->is_thread_new);
    if (is_any)
        build_wait(build);
}

void build_step(struct draw_build *build, bool is_needed)
{
    struct draw_program *program = build->program;
    if (program->count == build->step_begin || build->is_locked)
        return;
    assert(program->step_count < DRAW_STEPS_MAX);
    program->steps[program->step_count++] =
        (struct draw_step){(uint16_t)build->step_begin, (uint16_t)(program->count - build->step_begin), is_needed};
    build->step_begin = program->count;
}
