/* SPDX-License-Identifier: Apache-2.0 */
/* The column read_by of schemas/registers/fields.json held to the truth: every field of the configuration that a unit
 * reads in a recording is declared for the unit, and audit lists it with the unit.
 *
 *     fields_read PATH...    recordings as conform takes them
 *
 * Prints how many of the declared fields the recordings made each unit read; what is left is settings that they do not
 * use (tests/style/fields_named.sh finds what no code reads). Exit 0: all agree; 1: some do not, or a data unit read
 * less than a third of its fields; 2: trouble; 77: no recordings. */
#include "conform/conform.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "isa/unit_fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint16_t fields_read[TT_CHIP_COUNT][REG_COUNT];

/* Vectors and kernels in the order that was recorded; whole programs of cores from their first instruction. */
static bool run(const char *path, enum replay_order order)
{
    struct conform_report report = {0};
    struct conform_options options;
    struct tt_error err = {{0}};
    conform_options_init(&options);
    options.jobs = 1;
    options.order = order;
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
        options.fields_read[chip] = fields_read[chip];
    const enum tt_status status = conform_run(&report, &path, 1, &options, &err);
    conform_report_clear(&report);
    if (status)
        (void)fprintf(stderr, "%s: %s\n", path, err.text);
    return status == TT_OK;
}

/* Audit lists what an instruction of a data unit reads. */
static bool audit_lists(enum tt_chip chip, enum tt_unit unit, enum reg_id id)
{
    for (unsigned section = 0; section < PACKERS_MAX; section++) {
        enum reg_id ids[REG_COUNT];
        const size_t count = unit_fields(chip, unit, section, ids);
        for (size_t i = 0; i < count; i++) {
            if (ids[i] == id)
                return true;
        }
    }
    return false;
}

/* How many complaints. */
static unsigned check_unit(enum tt_chip chip, enum tt_unit unit)
{
    unsigned read = 0, declared = 0, complaints = 0;
    for (int i = 0; i < REG_COUNT; i++) {
        const enum reg_id id = (enum reg_id)i;
        const bool is_read = fields_read[chip][id] >> unit & 1, is_declared = unit_reads(chip, unit, id);
        const char *wrong = is_read && !is_declared                   ? "read_by does not say so"
                            : is_read && !audit_lists(chip, unit, id) ? "audit does not list it"
                                                                      : NULL;
        read += is_read;
        declared += is_declared;
        complaints += wrong != NULL;
        if (wrong)
            (void)printf("%s, %s reads %s: %s\n", chip_get(chip)->name, unit_name(unit), reg_field_get(chip, id)->name,
                         wrong);
    }
    if (declared)
        (void)printf("%-11s  %-8s  reads %3u of %3u declared\n", chip_get(chip)->name, unit_name(unit), read, declared);
    const bool is_data_unit = unit >= TT_UNIT_UNPACK0 && unit <= TT_UNIT_PACK;
    return complaints + (is_data_unit && 3 * read < declared);
}

int main(int argc, char **argv)
{
    unsigned complaints = 0, paths = 0;
    for (int i = 1; i < argc; i++) {
        if (access(argv[i], R_OK) != 0)
            continue;
        paths++;
        if (!run(argv[i], strstr(argv[i], "firmware") ? REPLAY_FIRMWARE : REPLAY_EXECUTED))
            return 2;
    }
    if (!paths) {
        (void)puts("skipped: there are no recordings at the paths given");
        return 77;
    }
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++)
        for (enum tt_unit unit = 0; unit < TT_UNIT_COUNT; unit++)
            complaints += check_unit(chip, unit);
    return complaints != 0;
}
