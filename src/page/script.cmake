# The script of pages, reports/page/src, bundled with tablesort. `page_script` is the path of the bundle, or empty: a
# page is complete without. npm installs into the build folder alone; what it takes is fixed by reports/page/package-lock.json.

option(KVTALLY_NPM "Bundle the page's script with esbuild, which npm installs into the build folder" ON)
set(KVTALLY_PAGE_SCRIPT "" CACHE FILEPATH "A ready bundle of the page's script, which needs no npm")

set(page_folder ${PROJECT_SOURCE_DIR}/reports/page)
set(page_modules ${PROJECT_BINARY_DIR}/page)  # with node_modules

# Sets `installed` in the caller: whether what the lock file names lies in the build folder. Installing it again takes
# seconds, so that it is done once for each lock file.
function(install_page_modules installed)
  find_program(KVTALLY_NODE node)
  find_program(KVTALLY_NPM_PROGRAM npm)
  set(${installed} FALSE PARENT_SCOPE)
  if(NOT KVTALLY_NODE OR NOT KVTALLY_NPM_PROGRAM)
    return()
  endif()
  file(SHA256 ${page_folder}/package-lock.json lock)
  set(lock "${lock} ${KVTALLY_TESTS}")
  set(stamp "")
  if(EXISTS ${page_modules}/installed)
    file(READ ${page_modules}/installed stamp)
  endif()
  if(NOT stamp STREQUAL lock)
    file(COPY ${page_folder}/package.json ${page_folder}/package-lock.json ${page_folder}/.npmrc
         DESTINATION ${page_modules})
    set(without "")
    if(NOT KVTALLY_TESTS)
      set(without --omit=dev)  # what drives a browser
    endif()
    execute_process(COMMAND ${KVTALLY_NPM_PROGRAM} ci --ignore-scripts --no-audit --no-fund --fetch-retries=1
                            --fetch-timeout=30000 ${without}
                    WORKING_DIRECTORY ${page_modules} RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET TIMEOUT 180)
    if(NOT result EQUAL 0)
      return()
    endif()
  endif()
  # There may be no esbuild for this machine.
  execute_process(COMMAND ${KVTALLY_NODE} ${page_modules}/node_modules/esbuild/bin/esbuild --version
                  RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET TIMEOUT 60)
  if(result EQUAL 0)
    file(WRITE ${page_modules}/installed "${lock}")
    set(${installed} TRUE PARENT_SCOPE)
  endif()
endfunction()

set(page_script "")
if(KVTALLY_PAGE_SCRIPT)
  if(NOT EXISTS ${KVTALLY_PAGE_SCRIPT})
    message(FATAL_ERROR "KVTALLY_PAGE_SCRIPT: there is no file ${KVTALLY_PAGE_SCRIPT}")
  endif()
  get_filename_component(page_script ${KVTALLY_PAGE_SCRIPT} ABSOLUTE BASE_DIR ${PROJECT_BINARY_DIR})
  message(STATUS "The page's script: ${page_script}")
else()
  set(page_installed FALSE)
  if(KVTALLY_NPM)
    install_page_modules(page_installed)
  endif()
  if(page_installed)
    set(page_script ${page_modules}/page.js)
    file(GLOB page_sources CONFIGURE_DEPENDS ${page_folder}/src/*.js)
    # Licences stand in the page and in `kvtally licenses`, from reports/licenses.yaml.
    add_custom_command(OUTPUT ${page_script}
                       COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${page_modules}/node_modules
                               ${KVTALLY_NODE} ${page_modules}/node_modules/esbuild/bin/esbuild ${page_folder}/src/main.js
                               --bundle --minify --format=iife --target=es2022 --charset=utf8 --legal-comments=none
                               --log-level=warning --outfile=${page_script}
                       DEPENDS ${page_sources} ${page_modules}/installed
                       COMMENT "Bundling the page's script" VERBATIM)
    message(STATUS "The page's script: bundled by esbuild")
  else()
    message(STATUS "No npm: the page has its tables and drawings, and no script")
  endif()
endif()
