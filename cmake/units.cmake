# One source file for each row of the table of combinations and each of its users, so that they compile side by
# side and a change of one user compiles only that one again.
set(combination_list "${CMAKE_SOURCE_DIR}/core/position/combinations.def")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${combination_list}")
file(STRINGS "${combination_list}" combination_lines REGEX "^CROWNED_ROW\\(")
set(combination_rows "")
set(combination_boards "")
foreach(line IN LISTS combination_lines)
  string(REGEX MATCH "^CROWNED_ROW\\(([a-zA-Z0-9_]+), *([a-zA-Z0-9_]+)," matched "${line}")
  list(APPEND combination_rows "rows::${CMAKE_MATCH_1}")
  list(APPEND combination_boards "boards::${CMAKE_MATCH_2}")
endforeach()
list(REMOVE_DUPLICATES combination_boards)

# crowned_units(rows|boards HEADER MAKER): adds to `units` the sources in which MAKER, a class template that HEADER
# defines, is instantiated for each row of the table, or for each of its boards.
function(crowned_units kind header maker)
  foreach(argument IN LISTS combination_${kind})
    string(REGEX REPLACE "^.*::" "" name "${argument}")
    set(unit "${CMAKE_BINARY_DIR}/units/${maker}/${name}.cpp")
    configure_file("${CMAKE_SOURCE_DIR}/cmake/unit.cpp.in" "${unit}" @ONLY)
    list(APPEND units "${unit}")
  endforeach()
  set(units ${units} PARENT_SCOPE)
endfunction()

crowned_units(rows "position/kernel_for.hpp" KernelMaker)
crowned_units(boards "tables/tables_for.hpp" TablesMaker)
crowned_units(boards "search/searcher_for.hpp" SearcherMaker)
crowned_units(boards "rl/batch_for.hpp" BatchMaker)
