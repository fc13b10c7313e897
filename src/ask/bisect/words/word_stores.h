/* SPDX-License-Identifier: Apache-2.0 */
/* Stores that nothing else in the recording shows: a word that is executed once is known by its store alone, not by
 * another round. */
#pragma once

#include "ask/bisect/explain_internal.h"
#include "ask/bisect/word_list.h"

/* Adds to list->stores the words that would store the registers and fields of the configuration in which checkpoints
 * differ, and the fields that explain all. */
enum tt_status word_stores_add(struct word_list *list, struct search *search);

/* Adds to list->made the waits that a thread may lack: of semaphores that any thread uses, and those of all threads. */
void word_stores_add_waits(struct word_list *list);

/* Of a changed SETDMAREG: the word of configuration in which its thread puts the register next. */
void word_stores_follow(const struct word_list *list, struct bisect_change *change);

/* Whether a wait is for a semaphore that nothing in the recording posts, or nothing gets, and the other one is not. */
bool word_stores_mends_wait(const struct word_list *list, uint32_t recorded, uint32_t word);
