# SPDX-License-Identifier: Apache-2.0
# lane: change
# A program of fast dispatch: its cores ask for the host's memory, which is refused by name, with what to set.
cp "$FIXTURES"/program/fast*.wire .
"$TT_REPLAY" run --wire fast.wire --arch wormhole_b0
echo "exit $?"
"$TT_REPLAY" run --wire fast_blackhole.wire --arch blackhole | sed -n '/verdict/,$p'
