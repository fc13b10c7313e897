# SPDX-License-Identifier: Apache-2.0
"$TT_REPLAY" fuzz
"$TT_REPLAY" fuzz --against simulator
"$TT_REPLAY" fuzz --against 'cmd:run {bundle}'
"$TT_REPLAY" fuzz --against variant:pack.bfp.round=up
"$TT_REPLAY" fuzz --against exe:./absent --count 4
"$TT_REPLAY" fuzz --against variant:simulator --chip grayskull
"$TT_REPLAY" fuzz --against variant:simulator --unit packer
"$TT_REPLAY" fuzz --against variant:simulator --count 0
"$TT_REPLAY" fuzz --against variant:simulator --depth 65
touch there
"$TT_REPLAY" fuzz --against variant:simulator -o there
"$TT_REPLAY" fuzz --coverage -o there
"$TT_REPLAY" fuzz --coverage --undefined --strict
"$TT_REPLAY" fuzz --coverage --undefined --against variant:simulator
