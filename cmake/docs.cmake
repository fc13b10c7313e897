# SPDX-License-Identifier: Apache-2.0
# The book, in ${PROJECT_BINARY_DIR}/docs: the pages of docs/, and those that are made of the tables of schemas and of the
# command itself. `cmake --build BUILD --target docs`; it is installed, and `tt-replay help` reads it.
set(book ${PROJECT_BINARY_DIR}/docs)
set(make ${PROJECT_SOURCE_DIR}/docs/make)
set(tt_replay ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:tt-replay>)
file(MAKE_DIRECTORY ${book})

add_custom_command(OUTPUT ${book}/tt-replay.1 ${book}/silicon.md
    COMMAND ${PYTHON3} -B ${make}/man_page.py ${book}/tt-replay.1 ${tt_replay}
    COMMAND ${PYTHON3} -B ${make}/silicon_page.py ${PROJECT_SOURCE_DIR} ${book}/silicon.md ${tt_replay}
    DEPENDS tt-replay ${make}/man_page.py ${make}/tt-replay.1.in ${make}/silicon_page.py
        ${PROJECT_SOURCE_DIR}/schemas/silicon.json ${PROJECT_SOURCE_DIR}/traces/silicon/ledger.jsonl.zst
        ${PROJECT_SOURCE_DIR}/examples/sfpi_trace/cards.json
    COMMENT "Making the man page and the page of chips" VERBATIM)

file(GLOB_RECURSE pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*)
file(GLOB fact_rows CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/schemas/facts/*.json
    ${PROJECT_SOURCE_DIR}/tests/bench/measured/*.md)
add_custom_command(OUTPUT ${book}/README.md
    COMMAND ${PYTHON3} -B ${make}/book.py ${PROJECT_SOURCE_DIR} ${book}
    DEPENDS ${pages} ${fact_rows} ${PROJECT_SOURCE_DIR}/tests/style/arrows.sh ${PROJECT_SOURCE_DIR}/tests/verdict/table.txt
        ${PROJECT_SOURCE_DIR}/src/cli/verbs.h ${PROJECT_SOURCE_DIR}/schemas/chips.json
        ${PROJECT_SOURCE_DIR}/schemas/mmio.json ${PROJECT_SOURCE_DIR}/schemas/variants.json ${PROJECT_SOURCE_DIR}/schemas/findings.json
        ${PROJECT_SOURCE_DIR}/src/observe/hazard_edges.c
    COMMENT "Copying docs/" VERBATIM)

add_custom_target(docs ALL DEPENDS ${book}/README.md ${book}/tt-replay.1 ${book}/silicon.md)
add_dependencies(docs table_pages)

# The book as a site without network, in ${PROJECT_BINARY_DIR}/site: `cmake --build BUILD --target site`. It takes Debian's
# python3-sphinx, python3-myst-parser and furo; where they are, it is installed with the rest of the documents if it was made.
find_program(SPHINX_BUILD sphinx-build)
if(SPHINX_BUILD)
    set(make_site ${SPHINX_BUILD} -q -W --keep-going -b html -c ${make} ${book} ${PROJECT_BINARY_DIR}/site)
else()
    set(make_site ${CMAKE_COMMAND} -E false "the site takes python3-sphinx, python3-myst-parser and furo")
endif()
add_custom_target(site COMMAND ${make_site} DEPENDS docs COMMENT "Making the site" VERBATIM)
