# Sixteen-bit elements where registers have 32.
{
    printf '\223NUMPY\001\000\067\000'
    printf "{'descr': '<u2', 'fortran_order': False, 'shape': (2,)}"
    printf 'abcd'
} >a.npy
"$TT_REPLAY" import --arch blackhole --gpr a.npy -o d.ttcap
