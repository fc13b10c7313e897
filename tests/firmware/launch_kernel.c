/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel that firmware calls: T0 takes pages out of buffer 0, changes each word and puts them into buffer 9, which
 * T2 takes them from and puts them into buffer 5; NC moves pages from NC_FROM to NC_TO. It has what a loader must move
 * with it: functions by their addresses in code and in data, data with and without a value, numbers of the firmware. */
#include "launch.h"

#ifndef NC_FROM
enum { NC_FROM, NC_TO };
#endif

struct page {
    uint32_t number, done, at;
};

static uint32_t taken = 3;   /* data with a value */
static uint32_t cleared[40]; /* and without */

/* Left out by the linker, which leaves its lines of source in the table, at address 0. */
uint32_t left_out(uint32_t word)
{
    for (uint32_t i = 0; i < word; i++)
        word += AT(word);
    return word;
}

static __attribute__((noinline)) uint32_t twice(uint32_t word)
{
    return 2 * word;
}

static __attribute__((noinline)) uint32_t plus(uint32_t word)
{
    return word + taken + cleared[word % 40];
}

static uint32_t (*const steps[2])(uint32_t) = {twice, plus}; /* addresses in data */

static uint32_t described(const struct page *page, uint32_t word)
{
    return AT(config_at + CONFIG.local_cb_offset + 16 * page->number + 4 * word);
}

static uint32_t take(const struct page *page)
{
    while ((uint16_t)(COUNTER(RECEIVED, page->number) - page->done) == 0) {
    }
    return described(page, 0) + page->done % described(page, 2) * described(page, 3);
}

static uint32_t room(const struct page *page)
{
    while ((uint16_t)(page->done - COUNTER(ACKED, page->number)) == described(page, 2)) {
    }
    return described(page, 0) + page->done % described(page, 2) * described(page, 3);
}

static uint32_t argument(uint32_t index)
{
    return AT(config_at + CONFIG.rta_offset[2].rta_offset + 4 * index);
}

static void move_pages(uint32_t from_number, uint32_t to_number, int is_changed)
{
    struct page from = {from_number, 0, 0}, to = {to_number, 0, 0};
    uint32_t (*volatile last)(uint32_t) = twice; /* an address in code */
    for (uint32_t page = 0; page < argument(0); page++) {
        const uint32_t source = take(&from), target = room(&to);
        for (uint32_t i = 0; i < described(&from, 3); i += 4) {
            uint32_t word = AT(source + i);
            for (uint32_t k = 0; is_changed && k < 2; k++)
                word = steps[(k + page) % 2](word);
            AT(target + i) = is_changed ? last(word) + AT(config_at + CONFIG.sem_offset[0] + 16) : word;
        }
        COUNTER(ACKED, from.number) = ++from.done;
        COUNTER(RECEIVED, to.number) = ++to.done;
    }
}

/* Called by kernel_start with what is the firmware's call: data is in place. */
void kernel_main(void)
{
    if (CORE == 0)
        AT(0x1F000) = twice(21);
    if (CORE == 1)
        move_pages(NC_FROM, NC_TO, 0);
    if (CORE == 2)
        move_pages(0, 9, 1);
    if (CORE == 4)
        move_pages(9, 5, 0);
    kernels_run += 0 * cleared[0];
}
