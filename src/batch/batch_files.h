/* SPDX-License-Identifier: Apache-2.0 */
/* Files of the source tree, embedded: schemas/batch.sql, and page/. */
#pragma once

extern const unsigned char batch_sql[], batch_page[], batch_style[], batch_script[];
