/* SPDX-License-Identifier: Apache-2.0 */
/* A drawn program as a dump bundle, for whoever reads no captures. */
#include "fuzz/fuzz_internal.h"

#include "capture/record/tt_record.h"
#include "isa/cores.h"

#include <assert.h>
#include <string.h>

static enum tt_status bundle_put_region(void *user, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    (void)tt_record_region(user, "l1", addr, bytes, count);
    return TT_OK; /* a failure is reported when it is closed */
}

enum tt_status fuzz_bundle_write(const struct draw_program *program, const struct variant_set *variants,
                                 const char *folder, struct tt_error *err)
{
    static_assert((int)TT_RECORD_WORMHOLE_B0 == TT_WORMHOLE_B0, "both number chips alike");
    struct tt_record record;
    const struct variant_set simulator = variants_of_simulator();
    const bool is_simulator = memcmp(variants, &simulator, sizeof simulator) == 0;
    (void)tt_record_open(&record, folder, (enum tt_record_arch)program->chip, is_simulator ? "simulator" : "emulator",
                         program->name);
    for (uint32_t i = 0; i < program->core_count; i++)
        (void)tt_record_boot(&record, core_name(program->cores[i].core), draw_start_of(&program->cores[i]));
    (void)tt_record_checkpoint(&record, "begin");
    (void)draw_each_region(program, bundle_put_region, &record);
    for (uint32_t i = 0; i < program->count; i++)
        (void)tt_record_exec(&record, program->threads[i], program->words[i]);
    return tt_record_close(&record) ? tt_fail(err, TT_IO, "%s", record.error) : TT_OK;
}
