# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
says dump a.ttcap --memory 0x60000
says dump a.ttcap --memory x:4
says dump a.ttcap --memory 0x60000:4x
says dump a.ttcap --space dst --rows 4
says dump a.ttcap --space dst --rows 4:x
says dump a.ttcap --rows 0:4
says dump a.ttcap --as bf16
says dump a.ttcap --memory 0:64 --as nothing
says dump a.ttcap --memory 0:64 --as bfp8
says dump a.ttcap --memory 0:64 --as bfp8 --exponents here
says dump a.ttcap --thread 3
says dump a.ttcap --kind word,sound
says dump a.ttcap --unit packer
says dump a.ttcap --space l2
bundle small
"$TT_REPLAY" import small -o small.ttcap >/dev/null
"$TT_REPLAY" dump small.ttcap --registers --at mark:end | sed -n 1p
"$TT_REPLAY" dump small.ttcap --registers --at 0 | sed -n 1p
says dump small.ttcap --at 99
