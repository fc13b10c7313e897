#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# docs/glossary.md: words that newcomers had to decode stay away from the rooms named here, in names and in comments.
# Sentences that use one in its everyday sense say it otherwise.
set -u
rooms="src/base src/verdict src/observe src/order src/explore src/results src/conform"
retired='\b(ears?|told|tells?|settled?|doubt\w*|made anew|kept)\b|(^|[^a-z])(ear|told|kept|doubt|settle)_|_(ear|told|kept|doubt|settle)\b'
if grep -rnEi "$retired" $rooms --include='*.[ch]'; then
    echo "the lines above use words that docs/glossary.md retired, with what to say instead"
    exit 1
fi
