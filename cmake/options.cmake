# SPDX-License-Identifier: Apache-2.0
option(TTR_WERROR "Treat warnings as errors (CI sets this)" OFF)
set(TTR_SANITIZE OFF CACHE STRING
    "ON: AddressSanitizer and UndefinedBehaviorSanitizer; thread: ThreadSanitizer; memory: MemorySanitizer (clang)")
set_property(CACHE TTR_SANITIZE PROPERTY STRINGS OFF ON thread memory)
option(TTR_COVERAGE "Build for gcov" OFF)
option(TTR_FUZZ "Build libFuzzer targets (clang)" OFF)
option(TTR_TESTS "Build the tests" ON)
option(TTR_SOON_BUILT "Where replays spend no time compile the files of a folder as one, and optimise little" OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)

# A checker keeps its own checks: no build type defines NDEBUG.
set(CMAKE_C_FLAGS_RELEASE "-O3 -g1")
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g")
set(CMAKE_C_FLAGS_MINSIZEREL "-Os")

# ttr_flags: what every one of our targets compiles with.
add_library(ttr_flags INTERFACE)
target_include_directories(ttr_flags INTERFACE
    ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)
target_compile_definitions(ttr_flags INTERFACE
    _POSIX_C_SOURCE=200809L _DEFAULT_SOURCE TTR_VERSION="${PROJECT_VERSION}")
target_compile_options(ttr_flags INTERFACE -Wall -Wextra -Wconversion -Wshadow
    -Wstrict-prototypes -Wmissing-prototypes -Wswitch-enum -Wvla)
if(TTR_WERROR)
    target_compile_options(ttr_flags INTERFACE -Werror)
endif()
if(TTR_SANITIZE STREQUAL thread)
    target_compile_options(ttr_flags INTERFACE -fsanitize=thread -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(ttr_flags INTERFACE -fsanitize=thread)
elseif(TTR_SANITIZE STREQUAL memory) # clang alone; src/base/outside.h
    target_compile_options(ttr_flags INTERFACE
        -fsanitize=memory -fsanitize-memory-track-origins -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(ttr_flags INTERFACE -fsanitize=memory -Wl,-u,mem_alloc) # with the options beside it
elseif(TTR_SANITIZE)
    # The first two warnings are false where gcc looks through a sanitizer's checks; the third is clang's, of loops of
    # which it makes vectors only where it optimises.
    target_compile_options(ttr_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
        $<$<C_COMPILER_ID:GNU>:-Wno-format-truncation> $<$<C_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
        $<$<C_COMPILER_ID:Clang>:-Wno-pass-failed>)
    target_link_options(ttr_flags INTERFACE -fsanitize=address,undefined)
    if(CMAKE_C_COMPILER_ID STREQUAL Clang) # as gcc has it: one copy for programs, and for what they load
        execute_process(COMMAND ${CMAKE_C_COMPILER} -print-runtime-dir OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
        target_link_options(ttr_flags INTERFACE -shared-libasan LINKER:-rpath,${runtime})
    endif()
endif()
if(TTR_COVERAGE)
    target_compile_options(ttr_flags INTERFACE --coverage -O0)
    target_compile_definitions(ttr_flags INTERFACE TTR_COVERAGE)
    target_link_options(ttr_flags INTERFACE --coverage)
endif()
if(TTR_FUZZ)
    target_compile_options(ttr_flags INTERFACE
        -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(ttr_flags INTERFACE -fsanitize=address,undefined)
endif()

# Where replays spend their time. Sanitized they are optimised: half of the tests' time for a third more of the compiler's.
# Every build compiles them alike, so that none replays more slowly.
set(ttr_hot ttr_base ttr_isa ttr_numeric ttr_tile ttr_observe ttr_order ttr_verdict ttr_results ttr_container)

# ttr_room(NAME FILE...): one folder's library; ttr_folder(NAME): of all C files in it and below.
function(ttr_room name)
    add_library(${name} STATIC ${ARGN})
    target_link_libraries(${name} PUBLIC ttr_flags)
    if(name IN_LIST ttr_hot)
        if(TTR_SANITIZE STREQUAL ON)
            target_compile_options(${name} PRIVATE $<$<CONFIG:Debug>:-Og>)
        endif()
    elseif(TTR_SOON_BUILT) # tests/style/together.sh
        target_compile_options(${name} PRIVATE -O1)
        set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
        foreach(file IN LISTS ARGN)
            get_filename_component(folder ${file} DIRECTORY)
            file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} "${folder}/.")
            string(MAKE_C_IDENTIFIER "${folder}" group)
            set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${group})
        endforeach()
    endif()
endfunction()
function(ttr_folder name)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS *.c)
    ttr_room(${name} ${files})
endfunction()
