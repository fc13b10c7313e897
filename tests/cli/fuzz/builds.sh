# SPDX-License-Identifier: Apache-2.0
# lane: night
# The same build has no difference, on both chips; one with another reading has one, which comes out without its name.
"$TT_REPLAY" fuzz --against "exe:$TT_REPLAY" --count 100
"$TT_REPLAY" fuzz --against "exe:$TT_REPLAY" --count 100 --chip wormhole_b0 --strict
printf '#!/bin/sh\nverb=$1\nshift\nexec "%s" "$verb" --variant simulator "$@"\n' "$TT_REPLAY" >other
chmod +x other
"$TT_REPLAY" fuzz --against exe:./other --unit matrix -o first.ttcap >text
echo "exit $?"
grep -E '^  (first|cause)' text | head -3
