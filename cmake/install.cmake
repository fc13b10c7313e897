# SPDX-License-Identifier: Apache-2.0
# What is installed: the command, its man page, completions, pages and captures; the capture library with its headers
# (pkg-config: ttcap; CMake: find_package(ttcap)); the extension for SQLite. packaging/debian splits it into packages.
include(CMakePackageConfigHelpers)

install(TARGETS tt-replay RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${PROJECT_BINARY_DIR}/docs/tt-replay.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES completions/tt-replay.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME tt-replay)
install(FILES completions/_tt-replay DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES completions/tt-replay.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# In the folder of libraries, where the loader looks: `.load tt_values` then needs no path.
install(TARGETS tt_values LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})

# The chip that UMD loads, and what is loaded before UMD.
install(TARGETS ttreplay_device ttreplay_umd LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tt-replay)

# The pages, and what they speak of, lie to one another as in the tree.
install(FILES README.md CHANGELOG.md CONTRIBUTING.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_BINARY_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN tt-replay.1 EXCLUDE)
# Only where it was made: target `site`.
install(DIRECTORY ${PROJECT_BINARY_DIR}/site DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL PATTERN .doctrees EXCLUDE
    PATTERN .buildinfo EXCLUDE)
install(DIRECTORY traces DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN *.ttcap PATTERN *.txt PATTERN *.md
    PATTERN vectors EXCLUDE)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY schemas DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN *.schema.json PATTERN state.json
    PATTERN results.sql PATTERN isa EXCLUDE PATTERN registers EXCLUDE)

install(TARGETS ttcap ttcap_shared EXPORT ttcap-targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES capture/ttcap.h capture/symbols.h capture/source_lines.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tt-replay/capture)
install(FILES src/base/status.h src/base/names.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tt-replay/base)
# The recorder stands alone: #include <tt-replay/tt_record.h>, or <tt_record.h> with what pkg-config says.
install(FILES capture/record/tt_record.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tt-replay)

# The Python package, and beside it the library that it calls: where Debian's Python looks.
set(TTR_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Where Python packages are installed, below the prefix")
install(DIRECTORY python/tt_replay DESTINATION ${TTR_PYTHON_DIR} FILES_MATCHING PATTERN *.py PATTERN py.typed
    PATTERN __pycache__ EXCLUDE)
install(TARGETS ttreplay LIBRARY DESTINATION ${TTR_PYTHON_DIR}/tt_replay)
# Its name, and where pytest finds the plugin; the wheel (python/build_wheel.py) has the same.
configure_file(python/dist-info/METADATA.in ${PROJECT_BINARY_DIR}/python-dist-info/METADATA @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/python-dist-info/METADATA python/dist-info/entry_points.txt
    DESTINATION ${TTR_PYTHON_DIR}/tt_replay-${PROJECT_VERSION}.dist-info)

set(ttcap_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ttcap)
install(EXPORT ttcap-targets NAMESPACE ttcap:: FILE ttcap-targets.cmake DESTINATION ${ttcap_cmake_dir})
configure_package_config_file(cmake/ttcap-config.cmake.in ${PROJECT_BINARY_DIR}/ttcap-config.cmake
    INSTALL_DESTINATION ${ttcap_cmake_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ttcap-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ttcap-config.cmake ${PROJECT_BINARY_DIR}/ttcap-config-version.cmake
    DESTINATION ${ttcap_cmake_dir})
# The .pc file finds its prefix from where it stands, so that an installation may be moved.
file(RELATIVE_PATH TTCAP_PC_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/ttcap.pc.in ${PROJECT_BINARY_DIR}/ttcap.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ttcap.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -DMANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt
    -P ${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake VERBATIM)
