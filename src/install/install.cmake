# What `cmake --install` and `cpack -G DEB` lay down: the program, its manual page and completions, the library with
# its CMake package and pkg-config file, and the documents that a distribution asks for. docs/install.md lists them.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(made ${PROJECT_BINARY_DIR}/install)
file(MAKE_DIRECTORY ${made})
set(from ${CMAKE_CURRENT_LIST_DIR})

# ---- texts that the program itself writes

set(texts)
function(written_by_program file)
  add_custom_command(OUTPUT ${made}/${file} COMMAND kvtally ${ARGN} > ${made}/${file} DEPENDS kvtally VERBATIM
                     COMMENT "Writing ${file}")
  set(texts ${texts} ${made}/${file} PARENT_SCOPE)
endfunction()
written_by_program(kvtally.1 __man ${KVTALLY_DATE})
written_by_program(kvtally.bash completion bash)
written_by_program(_kvtally completion zsh)
written_by_program(kvtally.fish completion fish)
written_by_program(licenses.txt licenses)

# Debian's form of the licences: its own names of the common ones are referred to, the others stand in full.
add_custom_command(OUTPUT ${made}/copyright COMMAND cat ${from}/copyright.txt ${made}/licenses.txt > ${made}/copyright
                   DEPENDS ${from}/copyright.txt ${made}/licenses.txt VERBATIM COMMENT "Writing copyright")
list(APPEND texts ${made}/copyright)

# -n: neither name nor time goes in, so that the same source gives the same bytes.
find_program(GZIP gzip REQUIRED)
function(compressed source name)
  add_custom_command(OUTPUT ${made}/${name}.gz COMMAND ${GZIP} -9nc ${source} > ${made}/${name}.gz DEPENDS ${source}
                     VERBATIM COMMENT "Compressing ${name}")
  set(texts ${texts} ${made}/${name}.gz PARENT_SCOPE)
endfunction()
execute_process(COMMAND env LC_ALL=C date -u -d ${KVTALLY_DATE} "+%a, %d %b %Y %H:%M:%S +0000"
                OUTPUT_VARIABLE mail_date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
configure_file(${from}/changelog.Debian.in ${made}/changelog.Debian @ONLY)
compressed(${made}/kvtally.1 kvtally.1)
compressed(${PROJECT_SOURCE_DIR}/CHANGELOG.md changelog)
compressed(${made}/changelog.Debian changelog.Debian)
add_custom_target(installed_texts ALL DEPENDS ${texts})

set(documents ${CMAKE_INSTALL_DATAROOTDIR}/doc/kvtally)
install(TARGETS kvtally RUNTIME)
install(FILES ${made}/kvtally.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${made}/kvtally.bash DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions RENAME kvtally)
install(FILES ${made}/kvtally.fish DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d)
install(FILES ${made}/copyright ${made}/changelog.gz DESTINATION ${documents})
# Debian's zsh looks into vendor-completions below /usr, every zsh into its site-functions below /usr/local.
# Likewise a licence that is in /usr/share/common-licenses is not laid down again.
install(CODE "
  set(whole \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATAROOTDIR}\")
  if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\")
    file(INSTALL \"${made}/_kvtally\" DESTINATION \"\${whole}/zsh/vendor-completions\")
    file(INSTALL \"${made}/changelog.Debian.gz\" DESTINATION \"\${whole}/doc/kvtally\")
    file(INSTALL \"${from}/lintian/kvtally\" DESTINATION \"\${whole}/lintian/overrides\")
  else()
    file(INSTALL \"${made}/_kvtally\" DESTINATION \"\${whole}/zsh/site-functions\")
    file(INSTALL \"${PROJECT_SOURCE_DIR}/LICENSE\" DESTINATION \"\${whole}/doc/kvtally\")
  endif()")

# ---- the library

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/kvtally)
set(needs_fmt ON)
set(requires "yaml-cpp, libutf8proc, fmt")
if(fmt STREQUAL kvtally_fmt)
  set(needs_fmt OFF)  # it is in the archive
  set(requires "yaml-cpp, libutf8proc")
endif()
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" up "${up}")
configure_package_config_file(${from}/kvtally-config.cmake.in ${made}/kvtally-config.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${made}/kvtally-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_file(${from}/kvtally.pc.in ${made}/kvtally.pc @ONLY)
install(TARGETS kvtally_api EXPORT kvtally ARCHIVE INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT kvtally NAMESPACE kvtally:: FILE kvtally-targets.cmake DESTINATION ${package})
install(FILES ${made}/kvtally-config.cmake ${made}/kvtally-config-version.cmake DESTINATION ${package})
install(FILES ${made}/kvtally.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES src/api/kvtally.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kvtally)

# ---- a Debian package

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME kvtally)
set(CPACK_PACKAGE_CONTACT ${KVTALLY_MAINTAINER})
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "calculates what a language model's memory of the past costs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "kvtally reads the description of a language model (config.json, GGUF, its
own YAML), works out what every layer keeps, reads and writes for one more
token, and prints it: bytes to the last one, for any context, batch and format
of the cache, and what that means on given hardware.
.
The package has the program, its manual page, completions for bash, fish and
zsh, and a static C++ library.")
# For programs that use the library. The program itself needs nothing when it is static.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++ (>= 4:12), libutf8proc-dev, libyaml-cpp-dev")
if(KVTALLY_STATIC)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)
else()
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  string(APPEND CPACK_DEBIAN_PACKAGE_SUGGESTS ", libfmt-dev")
endif()
if(PROJECT_IS_TOP_LEVEL)
  include(CPack)
endif()
