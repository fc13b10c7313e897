# SPDX-License-Identifier: Apache-2.0
# cmake -DMANIFEST=install_manifest.txt -P uninstall.cmake: removes what `cmake --install` wrote, and the folders that are
# empty then. DESTDIR as at the installation.
if(NOT EXISTS ${MANIFEST})
    message(FATAL_ERROR "${MANIFEST}: not there; expected what `cmake --install` leaves in its build folder")
endif()
file(STRINGS ${MANIFEST} files)
foreach(file IN LISTS files)
    message(STATUS "Removing: $ENV{DESTDIR}${file}")
    file(REMOVE $ENV{DESTDIR}${file})
    get_filename_component(folder $ENV{DESTDIR}${file} DIRECTORY)
    # A folder of ours, or one that stands in a folder of ours.
    while(folder MATCHES "/(tt-replay|ttcap)(/|$)")
        file(GLOB_RECURSE left LIST_DIRECTORIES false ${folder}/*)
        if(left)
            break()
        endif()
        file(REMOVE_RECURSE ${folder})
        get_filename_component(folder ${folder} DIRECTORY)
    endwhile()
endforeach()
