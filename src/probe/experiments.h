/* SPDX-License-Identifier: Apache-2.0 */
/* Questions that a chip can answer: which experiments distinguish the readings of schemas/variants.json, and which
 * reading its answers show. The verb is called probe. docs/how-to/probe.md */
#pragma once

#include "draw/draw.h"
#include "isa/variants.h"
#include "show/report.h"

enum {
    EXPERIMENT_READINGS_MAX = 6,           /* that an experiment's answer may depend on */
    EXPERIMENT_ANSWERS_MAX = 128,          /* combinations of their choices */
    EXPERIMENT_BACKGROUNDS = 8,            /* random choices of all other readings under which an answer must stay */
    EXPERIMENT_VERIFIED_BACKGROUNDS = 512, /* of those that are chosen */
    EXPERIMENTS_MAX = 256,
    EXPERIMENT_REPEATS_MAX = 64,
    EXPERIMENT_NAME_MAX = DRAW_NAME_MAX + 24,
};

/* A program, and its answer under each combination of the choices of the readings that it depends on: the first
 * reading's choice counts fastest. */
struct experiment {
    char name[EXPERIMENT_NAME_MAX]; /* of its files: "07-pack-bfp" */
    uint64_t seed;
    uint8_t readings[EXPERIMENT_READINGS_MAX], reading_count; /* enum variant_id, rising */
    uint16_t answer_count;
    uint64_t answers[EXPERIMENT_ANSWERS_MAX]; /* experiment_hash() of the output */
    struct draw_program *program;             /* of those that were chosen; else null */
};

struct experiment_options {
    enum tt_chip chip;
    uint64_t seed, draws; /* of each template */
    uint64_t cover;       /* each pair of choices is distinguished by so many experiments, where there are as many */
    size_t threads;
};

/* The outcome of a reading. */
enum experiment_sight {
    EXPERIMENT_UNSEEN,                 /* no program drawn shows it */
    EXPERIMENT_SEEN,                   /* some do, but their answers depend on more than can be tabulated */
    EXPERIMENT_DISTINGUISHED_AT_TIMES, /* choices are distinguished under some choices of the other readings */
    EXPERIMENT_DISTINGUISHED_BESIDE,   /* all choices are distinguished where the readings beside it are known */
    EXPERIMENT_DISTINGUISHED,          /* all choices are distinguished by an answer alone */
};

const char *experiment_sight_name(enum experiment_sight sight);

struct experiments {
    enum tt_chip chip;
    uint64_t seed, draws;
    uint64_t programs; /* drawn, all templates */
    struct experiment *experiments;
    size_t count;
    uint8_t sight[VARIANT_COUNT]; /* enum experiment_sight */
};

enum tt_status experiments_make(const struct experiment_options *options, struct experiments *set,
                                struct tt_error *err);
void experiments_clear(struct experiments *set);

uint64_t experiment_hash(const uint8_t bytes[static DRAW_OUTPUT_BYTES]);

/* The choices of answer number `at`. */
void experiment_choices(const struct experiment *experiment, unsigned at, struct variant_set *variants);

struct tile;
/* Runs the program word by word on the tile, which is reset first. false: a word of it waits, is not supported, or
 * overwrites bytes that a core would read. */
bool experiment_run(struct tile *tile, const struct draw_program *program, const struct variant_set *variants,
                    uint8_t out[static DRAW_OUTPUT_BYTES]);

/* ---- a chip's answers ---- */

struct experiment_answer {
    uint64_t repeats[EXPERIMENT_REPEATS_MAX]; /* experiment_hash() */
    unsigned count;                           /* 0: the experiment was not run */
};

enum experiment_outcome {
    EXPERIMENT_NOT_RUN,
    EXPERIMENT_FITS,       /* its answer is that of some combination of choices */
    EXPERIMENT_DISAGREES,  /* repeats differ: noise, or a race */
    EXPERIMENT_FITS_NONE,  /* no combination of choices gives it */
    EXPERIMENT_CONTRADICTS /* it fits, but not together with the others */
};

enum experiment_state {
    EXPERIMENT_DECIDED,
    EXPERIMENT_OPEN,         /* more than one choice fits */
    EXPERIMENT_NOT_ASKED,    /* no experiment depends on it */
    EXPERIMENT_INCONSISTENT, /* experiments that depend on it contradict each other, or none of its choices fits */
};

struct experiment_verdict {
    enum experiment_state state;
    uint8_t choice;     /* EXPERIMENT_DECIDED; of choices that no experiment distinguishes the first */
    uint16_t fits;      /* a bit a choice */
    unsigned deciding;  /* experiments whose answer alone leaves this one choice */
    unsigned agreeing;  /* answers, repeats and all, that fit it and not every other choice */
    unsigned disturbed; /* experiments on it that disagree, fit none or contradict */
};

struct experiment_reading {
    struct experiment_verdict verdicts[VARIANT_COUNT];
    uint8_t *outcomes; /* enum experiment_outcome, one an experiment */
};

/* answers: set->count of them. Nothing is guessed: an experiment that disagrees with itself, fits nothing or
 * contradicts others shows nothing. */
enum tt_status experiment_read(const struct experiments *set, const struct experiment_answer *answers,
                               struct experiment_reading *reading, struct tt_error *err);
void experiment_reading_clear(struct experiment_reading *reading);

/* Where an answer fits no reading: the smallest such experiment with each of its steps left out in turn, for the chip
 * to answer; none where every answer fits. */
enum tt_status experiments_reduce(const struct experiments *set, const struct experiment_reading *reading,
                                  struct experiments *out, struct tt_error *err);

/* For people and programs. */
void experiments_report(FILE *out, enum report_form form, const struct experiments *set, const char *folder);
void experiment_reading_report(FILE *out, enum report_form form, const struct experiments *set,
                               const struct experiment_reading *reading);
