#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# docs/glossary.md: words that newcomers had to decode stay away from names, comments, messages and the schemas of what
# verbs print. Sentences that use one in its everyday sense say it otherwise.
set -u
rooms="src capture schemas"
retired='\b(ears?|told|tells?|telling|settle[sd]?|settling|doubt\w*|anew|kept)\b'
parts='(^|[^a-z])(ear|told|kept|doubts?|settled?|tell)_|_(ear|told|kept|doubts?|settled?|tell)\b'
# A database has the words of a stage, so they stay.
stored='"datum that was kept"'
if grep -rnEi "$retired|$parts" $rooms --include='*.[ch]' --include='*.js' --include='*.css' --include='*.schema.json' |
    grep -vF "$stored"; then
    echo "the lines above use words that docs/glossary.md retired, with what to say instead"
    exit 1
fi
