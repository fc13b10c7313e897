# SPDX-License-Identifier: Apache-2.0
# Makes the coverage page anew and holds the committed one against it.
execute_process(COMMAND ${GENERATE} --coverage ${SCHEMAS} ${MADE} RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "the generator refused the schemas")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${PAGE} ${MADE} RESULT_VARIABLE differs)
if(differs)
    message(FATAL_ERROR "${PAGE} is not what schemas/isa says: cmake --build BUILD --target coverage_page")
endif()
