/* SPDX-License-Identifier: Apache-2.0 */
/* Files of the source tree, embedded: schemas/batch.sql; page/; style and dom of report/html/. */
#pragma once

extern const unsigned char batch_sql[], batch_page[], batch_style[], batch_dom[], batch_style_more[], batch_script[];
