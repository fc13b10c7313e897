/* SPDX-License-Identifier: Apache-2.0 */
/* Files of the source tree, embedded: schemas/batch.sql; page/. */
#pragma once

extern const unsigned char batch_sql[], batch_main_part[], batch_keys[], batch_style[], batch_script[];
