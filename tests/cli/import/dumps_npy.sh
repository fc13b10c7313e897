# A NumPy array: its bytes, without its header.
{
    printf '\223NUMPY\001\000\067\000'
    printf "{'descr': '|u1', 'fortran_order': False, 'shape': (4,)}"
    printf 'abcd'
} >a.npy
"$TT_REPLAY" import --arch blackhole --l1 0x40=a.npy -o d.ttcap && "$TT_REPLAY" dump d.ttcap --memory 0x40:8
