# Which instruction sets the core is built for: `_base` runs on every machine of the platform,
# `_v3` (x86-64 only) uses popcnt, bmi2 and avx2. Two whole modules instead of two translation units:
# the linker can then never keep a v3 copy of an inline function for everybody.
include(CheckCXXCompilerFlag)

set(isa_list base)
set(isa_flags_base "")
set(isa_flags_v3 "")

if(CMAKE_OSX_ARCHITECTURES)
  set(target_processor "${CMAKE_OSX_ARCHITECTURES}")
else()
  set(target_processor "${CMAKE_SYSTEM_PROCESSOR}")
endif()

if(target_processor MATCHES "^(x86_64|AMD64|amd64)$")
  list(APPEND isa_list v3)
  if(MSVC)
    set(isa_flags_v3 "/arch:AVX2")
  else()
    check_cxx_compiler_flag("-march=x86-64-v3" has_march_v3)
    if(has_march_v3)
      set(isa_flags_base "-march=x86-64")
      set(isa_flags_v3 "-march=x86-64-v3")
    else()
      # zig spells its processors with underscores, and its default is the building machine.
      set(isa_flags_base "-march=x86_64")
      set(isa_flags_v3 "-march=x86_64_v3")
    endif()
  endif()
endif()
message(STATUS "crowned: instruction sets ${isa_list} on ${target_processor}")

# In a source tree on a machine that has v3, nobody but the tests calls the other module: a quick compilation will do.
set(quick_isa "")
if(CROWNED_INPLACE AND "v3" IN_LIST isa_list AND NOT MSVC AND NOT CMAKE_CROSSCOMPILING)
  include(CheckCXXSourceRuns)
  check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi2\") ? 0 : 1; }" runs_v3)
  if(runs_v3)
    set(quick_isa base)
  endif()
endif()
