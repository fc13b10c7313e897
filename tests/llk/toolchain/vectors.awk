# SPDX-License-Identifier: Apache-2.0
# What the compiler made of a vector kernel: its copies between vector registers become SFPMOV in all lanes (mod 2). Any
# other instruction of the core's floats means that it lacked registers, or that floats are at work at run time.
/^_?[A-Za-z][A-Za-z0-9_.]*:/ { where = substr($1, 1, length($1) - 1) }
/^[ \t]+fmv\.s[ \t]/ {
    split($2, regs, ",")
    printf "\t.ttinsn 0x7C000002+(lreg_%s<<8)+(lreg_%s<<4)\n", regs[2], regs[1]
    next
}
/^[ \t]+fmv\.[ws]\.x[ \t].*,(zero|x0)$/ {
    split($2, regs, ",")
    printf "\t.ttinsn 0x7C000902+(lreg_%s<<4)\n", regs[1]
    next
}
/^[ \t]+f([a-z]+\.[a-z.]+|lw|sw)[ \t]/ && !(where in left) { left[where] = $1 " " $2 }
{ print }
END {
    for (name in left) print "error: more than eight vector registers, or floats at run time: " name ": " left[name] >"/dev/stderr"
    for (name in left) exit 1
}
