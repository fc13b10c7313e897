/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of whole.h for any machine. */
#include "tile/pack/fast/whole_loops.h"
