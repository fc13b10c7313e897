# SPDX-License-Identifier: Apache-2.0
# No false alarm over some of the shipped captures (all of them: tests/conformance/lint.sh).
for capture in "$TRACES"/kernels/*bfp8*nice.ttcap "$TRACES"/kernels/*pack*.ttcap; do
    "$TT_REPLAY" replay "$capture" -o a.db --force >/dev/null || echo "$capture"
    "$TT_REPLAY" audit --lint a.db >text || cat text
    sed -n 2p text
done | sort -u
