# The Python module crowned/_native/_wasm for Pyodide: the very sources of the native one. Pyodide's own program
# carries the C and C++ libraries, so nothing of them is linked; what is missing here is found there.
file(GLOB_RECURSE wasm_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/core/*.cpp")
list(FILTER wasm_sources EXCLUDE REGEX "/core/(tests|cpu|c|rl)/|/core/bind/rl.cpp")
include(cmake/units.cmake)
if(CROWNED_WASM_SAMPLE)
  include(cmake/wasm/sample.cmake)
endif()
list(FILTER units EXCLUDE REGEX "BatchMaker") # nobody learns by reinforcement in a browser (unlearned.cpp)
list(APPEND wasm_sources ${units} "${CMAKE_SOURCE_DIR}/cmake/wasm/clock.cpp" "${CMAKE_SOURCE_DIR}/cmake/wasm/unlearned.cpp"
  "${CROWNED_NANOBIND}/src/nb_combined.cpp")

get_filename_component(zig_home "${CROWNED_ZIG}" DIRECTORY)
set(libc "${zig_home}/lib/libc/include")

add_library(wasm_objects OBJECT ${wasm_sources})
target_include_directories(wasm_objects PRIVATE ${sample_headers} core "${CROWNED_NANOBIND}/include"
  "${CROWNED_NANOBIND}/ext/robin_map/include")
target_include_directories(wasm_objects SYSTEM PRIVATE cmake/wasm/include "${libc}/wasm-wasi-musl" "${libc}/generic-musl"
  "${CROWNED_PYTHON_HEADERS}")
set(speed "$<IF:$<BOOL:${CROWNED_WASM_SAMPLE}>,-O1,-O3>")
# Headers that expect threads get Pyodide's, which can lock and unlock but not start any; core/base/thread.hpp
# takes care of that.
target_compile_definitions(wasm_objects PRIVATE NDEBUG Py_LIMITED_API=0x030C0000 CROWNED_MODULE_NAME=_wasm)
target_compile_options(wasm_objects PRIVATE
  -mcpu=lime1+exception_handling+simd128 -fPIC -fwasm-exceptions ${speed} -g0 -fno-sanitize=all -fno-stack-protector
  -fvisibility=hidden -fvisibility-inlines-hidden -include "${CMAKE_SOURCE_DIR}/cmake/wasm/include/pyodide.h"
  -U_LIBCPP_HAS_THREADS -D_LIBCPP_HAS_THREADS=1 -D_LIBCPP_HAS_THREAD_API_PTHREAD=1)

# A page waits for the download; what it hardly ever calls is made small instead of fast.
set(small_sources ${wasm_sources})
list(FILTER small_sources INCLUDE REGEX "(TablesMaker|core/bind|core/tables|core/search/(train|samples|learn)|nb_combined)")
set_source_files_properties(${small_sources} PROPERTIES COMPILE_OPTIONS "-Oz")

# What every browser of the last three years can do; left to itself the linker would also use additions in constants.
set(features exception-handling,simd128,bulk-memory,bulk-memory-opt,mutable-globals,nontrapping-fptoint,sign-ext,multivalue)
set(module "${CMAKE_BINARY_DIR}/_wasm.so")
set(objects "${CMAKE_BINARY_DIR}/objects.txt")
file(GENERATE OUTPUT "${objects}" CONTENT "$<JOIN:$<TARGET_OBJECTS:wasm_objects>,\n>\n")
add_custom_command(OUTPUT "${module}"
  COMMAND "${CROWNED_ZIG}" wasm-ld -shared --experimental-pic -Bsymbolic --unresolved-symbols=import-dynamic
          --features=${features} --no-check-features --strip-all --gc-sections
          --export=PyInit__wasm -o "${module}" "@${objects}"
  DEPENDS wasm_objects "$<TARGET_OBJECTS:wasm_objects>" "${objects}" COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(wasm ALL DEPENDS "${module}")
