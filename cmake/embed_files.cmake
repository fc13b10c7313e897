# SPDX-License-Identifier: Apache-2.0
# cmake -DOUT=pages.c -DHEADER=show/html_files.h -DNAMES=a,b -DFILES=x.html,y.js -P embed_files.cmake: files as C,
# `const unsigned char NAME[]` each, ended by a zero, so that each has one source.
cmake_minimum_required(VERSION 3.25)
string(REPLACE "," ";" names "${NAMES}")
string(REPLACE "," ";" files "${FILES}")
set(text "/* SPDX-License-Identifier: Apache-2.0 */\n/* Generated: each array is a file of the source tree. */\n")
string(APPEND text "#include \"${HEADER}\"\n")
foreach(name file IN ZIP_LISTS names files)
    file(READ ${file} hex HEX)
    # Bytes rather than a literal: compilers need not take one this long.
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n    " bytes
        "${bytes}")
    string(APPEND text "\nconst unsigned char ${name}[] = {\n    ${bytes}0\n};\n")
endforeach()
file(WRITE ${OUT} "${text}")
