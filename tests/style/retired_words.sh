#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# docs/glossary.md: words that newcomers had to decode stay away from names, comments, messages, facts, pages and the schemas
# of what verbs print. Sentences that use one in its everyday sense say it otherwise.
set -u
rooms="src capture schemas"
retired='\b(ears?|told|tells?|telling|settle[sd]?|settling|doubt\w*|anew|kept|foretold|squeez\w*|nameless|movers|let[_ ]go|turn\w* round)\b'
parts='(^|[^a-z])(ear|told|kept|doubts?|settled?|tell|nameless|foretold)_|_(ear|told|kept|doubts?|settled?|tell|nameless|foretold)\b'
# Databases hold the words of a stage and of a finding: these stay as they are.
stored='"datum that was kept"|the next one is kept as a datum'
failed=0
if grep -rnEi "$retired|$parts" $rooms --include='*.[ch]' --include='*.js' --include='*.css' --include='*.json' |
    grep -vE "$stored"; then
    failed=1
fi
if git grep -nEi 'nobody knows|decides? nothing' -- 'src/*.[ch]' 'capture/*.[ch]' 'docs/*.md' 'python/*.py' ':!docs/glossary.md'; then
    failed=1 # unknown; undecided
fi
# Tests, and the pages; the glossary names the words.
if grep -rnEi "$retired" tests --include='*.[ch]' --include='*.txt' --include='*.py' --include='*.sh' --include='*.mjs' \
    --exclude-dir=style; then
    failed=1
fi
if grep -rnEi "$retired" docs examples completions packaging README.md CONTRIBUTING.md --exclude=glossary.md; then
    failed=1
fi
if [ $failed -ne 0 ]; then
    echo "the lines above use words that docs/glossary.md retired, with what to say instead"
fi
exit $failed
