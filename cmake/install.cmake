# SPDX-License-Identifier: Apache-2.0
# What is installed: the command, its man page and completions, the capture library with its headers (pkg-config: ttcap;
# CMake: find_package(ttcap)), and the extension for the sqlite3 shell.
include(CMakePackageConfigHelpers)

add_library(ttcap STATIC $<TARGET_OBJECTS:ttr_base> $<TARGET_OBJECTS:ttr_isa> $<TARGET_OBJECTS:ttr_capture>)
set_target_properties(ttcap PROPERTIES LINKER_LANGUAGE C)
target_include_directories(ttcap INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/tt-replay>)

install(TARGETS tt-replay RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS ttcap EXPORT ttcap-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES capture/ttcap.h capture/symbols.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tt-replay/capture)
# The recorder stands alone: #include <tt_record.h>.
install(FILES capture/record/tt_record.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tt-replay)
install(FILES src/base/error.h src/base/names.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tt-replay/base)
install(FILES docs/tt-replay.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES completions/tt-replay.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME tt-replay)
install(FILES completions/_tt-replay DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES completions/tt-replay.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
if(TARGET tt_values)
    install(TARGETS tt_values LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tt-replay)
endif()

install(EXPORT ttcap-targets NAMESPACE ttcap:: FILE ttcap-targets.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ttcap)
configure_package_config_file(cmake/ttcap-config.cmake.in ${PROJECT_BINARY_DIR}/ttcap-config.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ttcap)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ttcap-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ttcap-config.cmake ${PROJECT_BINARY_DIR}/ttcap-config-version.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ttcap)
# The .pc file finds its prefix from where it stands, so that an installation may be moved.
file(RELATIVE_PATH TTCAP_PC_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/ttcap.pc.in ${PROJECT_BINARY_DIR}/ttcap.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ttcap.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
