/* SPDX-License-Identifier: Apache-2.0 */
/* Which class a page is stored in: a matter of size only, any class is right. */
#pragma once

#include "base/names.h"
#include "capture/pages/page_class.h"

/* For the bytes of a page of a space. */
enum page_class page_choose(enum tt_space space, const uint8_t *page, uint32_t length);
