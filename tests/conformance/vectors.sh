#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A folder of vector files (Blackhole in it, Wormhole under wormhole_b0): every file of an instruction that is
# implemented passes whole, and of all the others nothing differs.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/vectors.sh FOLDER
#
# Exit 77 (skipped) where the folder is not there.
set -u
: "${TT_REPLAY:?names the binary to test}"
folder=$1
if [ ! -d "$folder" ]; then
    echo "skipped: there are no vector files at $folder"
    exit 77
fi
implemented="SETC16 WRCFG RDCFG RMWCIB0 RMWCIB1 RMWCIB2 RMWCIB3 CFGSHIFTMASK
    SETADC SETADCXX SETADCXY SETADCZW INCADCXY INCADCZW ADDRCRXY ADDRCRZW
    SETDMAREG ADDDMAREG MULDMAREG DMANOP SEMINIT SEMPOST SEMGET SEMWAIT STALLWAIT ATGETM ATRELM PACR MOVA2D ZEROSRC
    SFPLOAD SFPLOADI SFPSTORE SFPLUT SFPMULI SFPADDI SFPDIVP2 SFPEXEXP SFPEXMAN SFPIADD SFPSHFT SFPSETCC SFPMOV SFPABS
    SFPAND SFPOR SFPNOT SFPLZ SFPSETEXP SFPSETMAN SFPMAD SFPADD SFPMUL SFPPUSHC SFPPOPC SFPSETSGN SFPENCC SFPCOMPC
    SFPTRANSP SFPXOR SFP_STOCH_RND SFPNOP SFPCAST SFPCONFIG SFPSWAP SFPSHFT2 SFPLUTFP32 SFPLE SFPGT SFPMUL24 SFPARECIP
    SEQ_SFPU PRNG_SEED"
set --
for mnemonic in $implemented; do
    for file in "$folder/$mnemonic".jsonl.zst "$folder/${mnemonic}"_2.jsonl.zst \
        "$folder/wormhole_b0/$mnemonic".jsonl.zst "$folder/wormhole_b0/${mnemonic}"_2.jsonl.zst; do
        [ -f "$file" ] && set -- "$@" "$file"
    done
done
[ $# -gt 0 ] || { echo "$folder holds no vector file of an implemented instruction"; exit 1; }
"$TT_REPLAY" conform --verbose "$@" || exit 1
"$TT_REPLAY" conform --allow-unsupported "$folder"
