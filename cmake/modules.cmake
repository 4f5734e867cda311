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

# The core itself knows nothing of Python: objects that the modules are linked from, and the tests of the C interface.
foreach(isa IN LISTS isa_list)
  add_library(core_${isa} OBJECT ${plain_sources})
  target_include_directories(core_${isa} PUBLIC "${CMAKE_SOURCE_DIR}/core")
  target_compile_options(core_${isa} PRIVATE ${isa_flags_${isa}} ${warning_flags})
  if(NOT MSVC)
    target_compile_options(core_${isa} PRIVATE $<$<CONFIG:Release>:-O3> -fno-stack-protector -ffunction-sections
                                               -fdata-sections)
  endif()

  set(target _${isa})
  nanobind_add_module(${target} STABLE_ABI NB_STATIC NB_SUPPRESS_WARNINGS NOMINSIZE FREE_THREADED ${bind_sources}
                      $<TARGET_OBJECTS:core_${isa}>)
  target_include_directories(${target} PRIVATE "${CMAKE_SOURCE_DIR}/core")
  target_compile_definitions(${target} PRIVATE CROWNED_MODULE_NAME=${target})
  target_compile_options(${target} PRIVATE ${isa_flags_${isa}})
  if(NOT MSVC)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O3>)
  endif()
  set_source_files_properties(${bind_sources} PROPERTIES COMPILE_OPTIONS "${warning_flags}")
  set_target_properties(core_${isa} ${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ${CROWNED_LTO})
  crowned_install(${target})
endforeach()

if(SKBUILD_SABI_COMPONENT)
  set(abi USE_SABI ${SKBUILD_SABI_VERSION})
endif()
Python_add_library(_cpu MODULE ${abi} WITH_SOABI "${CMAKE_SOURCE_DIR}/core/cpu/cpu.c")
crowned_install(_cpu)
