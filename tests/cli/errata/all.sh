# SPDX-License-Identifier: Apache-2.0
# Every reading there is, each once; those that `--variant help` lists.
"$TT_REPLAY" errata --all | grep -c '^ *default '
"$TT_REPLAY" errata --all | grep -E '^[a-z]+\.' | sort | uniq -d
"$TT_REPLAY" errata --all | sed -n '/^Readings/,/^$/p'
"$TT_REPLAY" errata --all | sed -n '/^pack.bfp.round/,/^$/p'
