# SPDX-License-Identifier: Apache-2.0
# Where a vector differs, in the words of each space; words out of the expanders that are others, too few, too many.
# vector NAME MODE REST: one that executes or pushes SETC16 of thread 1, word 50.
vector() {
    printf '{"name":"%s","arch":"blackhole","mode":"%s","ops":[[1,2989704826]],"pre":{},%s}\n' "$1" "$2" "$3"
}
{
    for region in cfg:117 dst:35 dst_valid:35 srca:1040 srcb:17 lreg:37 gpr:70; do
        vector "SETC16_${region%:*}/bad" exec '"post":{"thread_cfg":[[115,"7a46"]],"'"${region%:*}"'":[['"${region#*:}"',"2a000000"]]}'
    done
    vector SETC16_other/bad push '"exec":[[1,2989704825]],"post":{"thread_cfg":[[115,"7a46"]]}'
    vector SETC16_missing/bad push '"exec":[[1,2989704826],[1,33554432]],"post":{"thread_cfg":[[115,"7a46"]]}'
    vector SETC16_more/bad push '"exec":[],"post":{"thread_cfg":[[115,"7a46"]]}'
    vector SETC16_waits/bad exec '"done":0,"post":{"thread_cfg":[[115,"7a46"]]}'
} >a.jsonl
"$TT_REPLAY" conform --verbose a.jsonl
