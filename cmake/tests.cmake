# Every core/tests/*.cpp is a program that returns 0 when all is well. Assertions are on, and the
# sanitizers watch: what the fast modules leave out is checked here.
file(GLOB test_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/core/tests/*.cpp")
list(FILTER test_sources EXCLUDE REGEX "_probe\\.cpp$") # measuring tools, not tests
add_custom_target(core_tests)

if(test_sources)
  set(test_flags -O1 -g -UNDEBUG -fno-omit-frame-pointer)
  if(CROWNED_SANITIZE)
    list(APPEND test_flags -fsanitize=${CROWNED_SANITIZE} -fno-sanitize-recover=all)
  endif()

  # The search is much code and compiles slowly with sanitizers; it is built where a test looks at it.
  set(checked_sources ${plain_sources})
  set(uses_search FALSE)
  foreach(source IN LISTS test_sources)
    file(STRINGS "${source}" lines REGEX "#include \"search/")
    if(lines)
      set(uses_search TRUE)
    endif()
  endforeach()
  if(NOT uses_search)
    list(FILTER checked_sources EXCLUDE REGEX "/(core/(search|tables|rl|c)|units/(SearcherMaker|TablesMaker|BatchMaker))/")
  endif()

  add_library(checked_core STATIC EXCLUDE_FROM_ALL ${checked_sources} "${CMAKE_SOURCE_DIR}/cmake/empty.cpp")
  target_include_directories(checked_core PUBLIC "${CMAKE_SOURCE_DIR}/core")
  target_compile_options(checked_core PUBLIC ${test_flags})
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
  add_executable(core_${name} EXCLUDE_FROM_ALL "${source}" $<TARGET_OBJECTS:core_base>)
  target_include_directories(core_${name} PRIVATE "${CMAKE_SOURCE_DIR}/core")
  target_link_libraries(core_${name} PRIVATE Threads::Threads)
  set_target_properties(core_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/core_tests"
                                                LINKER_LANGUAGE CXX)
  add_dependencies(core_tests core_${name})
endforeach()
