{
    printf '\223NUMPY\001\000\066\000'
    printf "{'descr': '<u2', 'fortran_order': True, 'shape': (2,)}"
    printf 'abcd'
} >a.npy
"$TT_REPLAY" import --arch blackhole --l1 0x40=a.npy -o d.ttcap
