#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `emulated.sh NAME EMULATOR...`: writes NAME, which runs NAME.bin by the emulator. s390x.cmake
set -eu
name=$1
shift
printf '#!/bin/sh\nexec %s "$0.bin" "$@"\n' "$*" >"$name"
chmod +x "$name"
