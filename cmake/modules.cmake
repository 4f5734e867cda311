# The Python modules crowned/_native/{_base,_v3,_cpu}.
if(MSVC)
  set(warning_flags /W4)
else()
  set(warning_flags -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion)
endif()

function(crowned_install target)
  install(TARGETS ${target} LIBRARY DESTINATION crowned/_native RUNTIME DESTINATION crowned/_native)
  if(CROWNED_INPLACE)
    # Copy and rename, so that a process that imports meanwhile never sees half a file.
    set(place "${CMAKE_SOURCE_DIR}/src/crowned/_native")
    add_custom_command(TARGET ${target} POST_BUILD
      COMMAND "${CMAKE_COMMAND}" -E copy "$<TARGET_FILE:${target}>" "${place}/$<TARGET_FILE_NAME:${target}>.new"
      COMMAND "${CMAKE_COMMAND}" -E rename "${place}/$<TARGET_FILE_NAME:${target}>.new"
              "${place}/$<TARGET_FILE_NAME:${target}>")
  endif()
endfunction()

# Most of the time a small source takes goes into the headers that it shares with its neighbours: those of one folder
# are read as one. The units, which are large, stay apart; so does what only shows search, tables or batches, for a
# change of these shall compile nothing else again.
function(crowned_join target)
  set(sources ${ARGN})
  list(FILTER sources EXCLUDE REGEX "/(bind|c)/(search|tables|rl)[.]cpp$")
  foreach(source IN LISTS sources)
    get_filename_component(folder "${source}" DIRECTORY)
    get_filename_component(folder "${folder}" NAME)
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# What nearly every unit reads is read once for all: the standard library, and the core up to the moves. Nothing of
# search, tables and batches is among it, so that a change of these compiles them alone again. With other compilers
# this was never tried.
set(common_headers "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(common_headers <algorithm> <array> <atomic> <chrono> <cmath> <cstring> <functional> <memory> <mutex> <optional>
                     <string> <thread> <vector> "${CMAKE_SOURCE_DIR}/core/position/moves_on.hpp")
endif()

# What the sources of the binding are compiled with, in whichever target they are.
function(crowned_binding target isa)
  target_include_directories(${target} PRIVATE "${CMAKE_SOURCE_DIR}/core")
  target_compile_definitions(${target} PRIVATE ${ARGN})
  target_compile_options(${target} PRIVATE ${isa_flags_${isa}} ${warning_flags})
  if(NOT MSVC)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
  endif()
  if(common_headers)
    target_precompile_headers(${target} PRIVATE "${CMAKE_SOURCE_DIR}/core/bind/values.hpp" <nanobind/stl/string.h>
                                                <nanobind/stl/vector.h>)
  endif()
  crowned_join(${target} ${bind_sources})
endfunction()

# The core itself knows nothing of Python: objects that the modules are linked from, and the tests of the C interface.
# What no printed game needs (`rare_units`) is a library of its own, compiled in half the time (-O1): compilers do not
# mix levels within one set of common headers.
foreach(isa IN LISTS isa_list)
  add_library(core_${isa} OBJECT ${plain_sources})
  if(isa STREQUAL quick_isa)
    set(parts core_${isa})
    target_sources(core_${isa} PRIVATE ${rare_units})
    set(level_core_${isa} -O0)
  else()
    set(parts core_${isa} rare_${isa})
    add_library(rare_${isa} OBJECT ${rare_units})
    set(level_core_${isa} -O3)
    set(level_rare_${isa} -O1)
  endif()
  set(core_objects_${isa} "")
  foreach(part IN LISTS parts)
    list(APPEND core_objects_${isa} $<TARGET_OBJECTS:${part}>)
    target_include_directories(${part} PUBLIC "${CMAKE_SOURCE_DIR}/core")
    target_compile_options(${part} PRIVATE ${isa_flags_${isa}} ${warning_flags})
    if(NOT MSVC)
      target_compile_options(${part} PRIVATE $<$<CONFIG:Release>:${level_${part}}>
                                             -fno-stack-protector -ffunction-sections -fdata-sections)
    endif()
    if(common_headers)
      target_precompile_headers(${part} PRIVATE ${common_headers})
    endif()
  endforeach()
  crowned_join(core_${isa} ${small_sources})

  if(quick_isa)
    set(binding $<TARGET_OBJECTS:binding>)
  else()
    set(binding ${bind_sources})
  endif()
  nanobind_add_module(_${isa} STABLE_ABI NB_STATIC NB_SUPPRESS_WARNINGS NOMINSIZE FREE_THREADED ${core_objects_${isa}}
                      ${binding})
  if(NOT quick_isa)
    crowned_binding(_${isa} ${isa} CROWNED_MODULE_NAME=_${isa})
  endif()
  set_target_properties(${parts} _${isa} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ${CROWNED_LTO})
  crowned_install(_${isa})
endforeach()

get_target_property(linked _base LINK_LIBRARIES)
list(FILTER linked INCLUDE REGEX "^nanobind")
set_target_properties(${linked} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
if(NOT MSVC)
  target_compile_options(${linked} PRIVATE $<$<CONFIG:Release>:-O2>)
endif()

# The binding is casts only. Where one of the modules is there for the tests alone, it is compiled once for both. The
# modules have the core before it, so that of an inline function that both have the core's is linked.
if(quick_isa)
  add_library(binding OBJECT ${bind_sources})
  target_link_libraries(binding PRIVATE ${linked})
  nanobind_disable_stack_protector(binding)
  get_target_property(of_module _base COMPILE_DEFINITIONS)
  crowned_binding(binding ${quick_isa} CROWNED_MODULE_NAME=_base CROWNED_ALSO_NAMED=_v3 $<$<BOOL:${of_module}>:${of_module}>)
endif()

if(SKBUILD_SABI_COMPONENT)
  set(abi USE_SABI ${SKBUILD_SABI_VERSION})
endif()
Python_add_library(_cpu MODULE ${abi} WITH_SOABI "${CMAKE_SOURCE_DIR}/core/cpu/cpu.c")
crowned_install(_cpu)
