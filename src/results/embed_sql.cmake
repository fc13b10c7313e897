# SPDX-License-Identifier: Apache-2.0
# cmake -DSQL=schemas/results.sql -DPLAIN=schemas/plain.sql -DOUT=results_sql.c -P embed_sql.cmake: the schema as C, so
# that it has one source.
cmake_minimum_required(VERSION 3.25)
file(READ ${SQL} text)
string(FIND "${text}" "---- with events ----" split)
if(split EQUAL -1)
    message(FATAL_ERROR "${SQL}: the line '---- with events ----' is missing")
endif()
function(number_of pragma out)
    if(NOT text MATCHES "PRAGMA ${pragma} = ([0-9]+);")
        message(FATAL_ERROR "${SQL}: PRAGMA ${pragma} is missing")
    endif()
    set(${out} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()
number_of(application_id application_id)
number_of(user_version user_version)

# Bytes rather than a literal: compilers need not take one this long.
function(as_bytes part out)
    string(HEX "${part}" hex)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    set(line "0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,")
    string(REGEX REPLACE "(${line}${line})" "\\1\n    " bytes "${bytes}")
    set(${out} "${bytes}0" PARENT_SCOPE)
endfunction()
string(SUBSTRING "${text}" 0 ${split} before)
string(SUBSTRING "${text}" ${split} -1 after)
as_bytes("${before}" before)
as_bytes("${after}" after)
file(READ ${PLAIN} plain)
as_bytes("${plain}" plain)
file(WRITE ${OUT} "/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from schemas/results.sql and plain.sql. */
#include \"results/database.h\"

const int results_application_id = ${application_id};
const int results_version = ${user_version};
const char results_sql_tables[] = {
    ${before}
};
const char results_sql_views[] = {
    ${after}
};
const char results_sql_plain[] = {
    ${plain}
};
")
