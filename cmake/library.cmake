# SPDX-License-Identifier: Apache-2.0
# libttcap: the reader and writer of captures, for others to link; static and shared. What the shared one exports is what
# packaging/libttcap.symbols lists (the form of dpkg-gensymbols, which holds each symbol to the version it came with), and
# of that the linker's version script is made. The importers are not in it: they are the command's.
set(ttcap_objects $<TARGET_OBJECTS:ttr_container>)

set(symbols ${PROJECT_SOURCE_DIR}/packaging/libttcap.symbols)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${symbols})
file(STRINGS ${symbols} lines REGEX "^ ttcap_.*@TTCAP_0 ")
list(TRANSFORM lines REPLACE "^ (.*)@.*" "        \\1")
list(JOIN lines ";\n" names)
set(version_script ${PROJECT_BINARY_DIR}/libttcap.map)
file(CONFIGURE OUTPUT ${version_script} CONTENT "TTCAP_0 {\n    global:\n@names@;\n    local: *;\n};\n" @ONLY)

add_library(ttcap STATIC ${ttcap_objects} $<TARGET_OBJECTS:ttr_base> $<TARGET_OBJECTS:ttr_isa>)
add_library(ttcap_shared SHARED ${ttcap_objects})
target_link_libraries(ttcap_shared PRIVATE ttr_isa ttr_base PkgConfig::ZSTD PkgConfig::CJSON PkgConfig::XXHASH)
target_link_options(ttcap_shared PRIVATE LINKER:--version-script=${version_script} LINKER:--as-needed)
# What sanitizers call is in the program, not in a library.
if(NOT TTR_SANITIZE AND NOT TTR_FUZZ)
    target_link_options(ttcap_shared PRIVATE LINKER:--no-undefined)
endif()
set_target_properties(ttcap_shared PROPERTIES OUTPUT_NAME ttcap SOVERSION 0 VERSION ${PROJECT_VERSION}
    LINK_DEPENDS ${version_script} EXPORT_NAME ttcap)
set_target_properties(ttcap PROPERTIES EXPORT_NAME ttcap_static)
foreach(library ttcap ttcap_shared)
    set_target_properties(${library} PROPERTIES LINKER_LANGUAGE C)
    target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/tt-replay>)
endforeach()
