/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of this room. */
#pragma once

#include "draw/draw.h"
#include "isa/isa.h"
#include "isa/registers.h"

enum { CFG_WORDS = 256, THREAD_WORDS = 96, EVERYTHING = 0x1FF /* that STALLWAIT can hold back */ };

/* Code of one core under construction. */
struct draw_code {
    enum tt_core of;
    uint32_t words[DRAW_CODE_MAX], count;
};

/* A program under construction, with its configuration so far. */
struct draw_build {
    struct draw_program *program;
    uint64_t random;
    uint32_t cfg[CFG_WORDS];
    uint16_t thread_cfg[THREADS][THREAD_WORDS];
    bool is_cfg_new[CFG_WORDS], is_thread_new[THREAD_WORDS];
    uint32_t step_begin;
    uint8_t thread;   /* of the words to come */
    bool is_together; /* words of several threads at once, from step `together` on */
    bool is_locked;   /* the words to come belong to one step */
    uint32_t together;
    const struct draw_free *free; /* null: the template alone */
    uint32_t units;               /* of the template, bit a enum tt_unit */
    struct draw_code code[DRAW_CORES_MAX];
    unsigned core_count, core; /* of the instructions to come */
    uint32_t handed_over;      /* from core to core, so far */
};

/* ---- words.c ---- */

void build_word(struct draw_build *build, uint32_t word);
uint32_t build_word_of(const struct draw_build *build, insn_id id);
/* BUILD_WORD(build, INSN_WRCFG, {"cfg_reg", 4}, {"wr128b", 1}): a word with these fields; the chip has all of them. */
struct build_field {
    const char *name;
    uint32_t value;
};
uint32_t build_fields(const struct draw_build *build, insn_id id, const struct build_field *fields, size_t count);
#define BUILD_WORD(build, id, ...)                                                                                     \
    build_fields(build, id, (const struct build_field[]){__VA_ARGS__},                                                 \
                 sizeof((const struct build_field[]){__VA_ARGS__}) / sizeof(struct build_field))
#define build_insn(build, id, ...) build_word(build, BUILD_WORD(build, id, __VA_ARGS__))
/* A scalar register; BUILD_REGISTER is nobody's. */
enum { BUILD_REGISTER = 40 };
void build_register(struct draw_build *build, uint32_t index, uint32_t value);
/* A word of the thread's own configuration, as it was set. */
void build_thread_word(struct draw_build *build, uint32_t index);
bool build_set(struct draw_build *build, const char *field, uint32_t value);
/* Writes the fields that were set since the last time. */
void build_settings(struct draw_build *build);
void build_wait(struct draw_build *build);
/* The words so far since the last step are one. */
void build_step(struct draw_build *build, bool is_needed);

/* ---- begin.c ---- */

/* State on which a program may depend becomes that of a tile after reset. */
void build_begin(struct draw_build *build);
/* The same for a thread that is not the first: what is its own. */
void build_begin_thread(struct draw_build *build);
/* Waits for all units, then writes DRAW_DONE_VALUE. */
void build_end(struct draw_build *build);

/* ---- template.c ---- */

/* A number below `end`. */
uint32_t build_below(struct draw_build *build, uint64_t end);

/* ---- free.c ---- */

/* As many steps as the depth says, each of one of the units: "pack|adc". false: no such unit. */
bool build_free(struct draw_build *build, const char *units);
/* A word of any instruction of the unit; of one instruction. */
uint32_t build_any_word(struct draw_build *build, enum tt_unit unit);
uint32_t build_any_word_of(struct draw_build *build, const struct isa_insn *insn);
/* Now and then another value than the one that the template has: of a field of the configuration; in fields of a word
 * that the template leaves at 0. */
uint32_t build_other_value(struct draw_build *build, const char *field, uint32_t value);
void build_other_word(struct draw_build *build, const struct isa_insn *insn, uint32_t *word);
/* Now and then a step behind a line of the template. */
void build_more(struct draw_build *build);

/* ---- cores.c ---- */

/* Code of cores: registers and memory, words that they push, stores to registers, data handed over to another core. */
void build_cores(struct draw_build *build);

/* ---- threads.c ---- */

/* Each thread's own state, and the semaphores. */
void build_begin_threads(struct draw_build *build);
/* Thread 0 goes on when the others are done. */
void build_join_threads(struct draw_build *build);
/* A line of a template that only programs of threads have, by its name. */
struct build_threads_line {
    const char *name;
    void (*build)(struct draw_build *build, uint32_t value);
    bool has_value;
};
const struct build_threads_line *build_threads_line(const char *name); /* null: there is none */
void build_threads_do(struct draw_build *build, const struct build_threads_line *line, uint32_t value);

/* ---- operands.c ---- */

/* Fills the input; false: there is no such kind. */
bool draw_operands(struct draw_build *build, const char *kind);

extern const unsigned char draw_templates_text[]; /* generated of templates.txt */
