/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of programs of cores. */
#pragma once

#include "draw/code.h"

/* ---- cores_network.c ---- */

/* A request of the network, of the core at work. */
void cores_network(struct draw_build *build);

/* ---- cores_hand_over.c ---- */

/* One core stores, another one waits for it and reads. */
void cores_hand_over(struct draw_build *build);
/* The first core goes on when all others are done. */
void cores_join(struct draw_build *build);
