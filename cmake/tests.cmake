# Every core/tests/*.cpp is a program that returns 0 when all is well. Assertions are on, and the
# sanitizers watch: what the fast modules leave out is checked here.
file(GLOB test_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/core/tests/*.cpp")
list(FILTER test_sources EXCLUDE REGEX "_probe\\.cpp$") # measuring tools, not tests
add_custom_target(core_tests)

# With sanitizers a kernel takes four times as long to compile, and all kernels are the same templates. These rows
# reach every kind of them: doors, sets of one and two words, straight captures, towers. The other rows, and the
# search, are linked as they ship.
set(checked_rows small_doors small_back_flying straight_flying wide_back_flying towers_back)

if(test_sources)
  set(test_flags -Og -UNDEBUG -fno-omit-frame-pointer)
  if(CROWNED_SANITIZE)
    list(APPEND test_flags -fsanitize=${CROWNED_SANITIZE} -fno-sanitize-recover=all)
  endif()

  set(checked_sources ${plain_sources} ${rare_units})
  list(FILTER checked_sources EXCLUDE REGEX "/core/(search|tables|rl|c)/|/units/(Source|Tables|Searcher|Batch)Maker/")
  foreach(row IN LISTS checked_rows)
    if(NOT "rows::${row}" IN_LIST rows)
      message(FATAL_ERROR "the table of combinations has no row ${row}")
    endif()
    list(APPEND checked_sources "${CMAKE_BINARY_DIR}/units/SourceMaker/${row}.cpp")
  endforeach()
  list(JOIN checked_rows "|" checked_pattern)
  set(shipped_sources "$<FILTER:${core_objects_base},INCLUDE,/SourceMaker/>")

  add_library(checked_core STATIC EXCLUDE_FROM_ALL ${checked_sources}
              "$<FILTER:${shipped_sources},EXCLUDE,/SourceMaker/(${checked_pattern})[.]>")
  target_include_directories(checked_core PUBLIC "${CMAKE_SOURCE_DIR}/core")
  target_compile_options(checked_core PUBLIC ${test_flags})
  if(common_headers)
    target_precompile_headers(checked_core PRIVATE ${common_headers})
  endif()
  target_link_options(checked_core PUBLIC ${test_flags})

  foreach(source IN LISTS test_sources)
    get_filename_component(name "${source}" NAME_WE)
    add_executable(core_${name} EXCLUDE_FROM_ALL "${source}")
    target_link_libraries(core_${name} PRIVATE checked_core)
    set_target_properties(core_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/core_tests")
    add_dependencies(core_tests core_${name})
  endforeach()
endif()

# Programs in C use the interface as it ships: the objects of the module, not compiled once more.
find_package(Threads REQUIRED)
file(GLOB interface_tests CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/core/tests/*.c")
foreach(source IN LISTS interface_tests)
  get_filename_component(name "${source}" NAME_WE)
  add_executable(core_${name} EXCLUDE_FROM_ALL "${source}" ${core_objects_base})
  target_include_directories(core_${name} PRIVATE "${CMAKE_SOURCE_DIR}/core")
  target_link_libraries(core_${name} PRIVATE Threads::Threads)
  set_target_properties(core_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/core_tests"
                                                LINKER_LANGUAGE CXX)
  add_dependencies(core_tests core_${name})
endforeach()
