# One source file for each row of the table of combinations, and one for each kind of states and each of its users,
# so that they compile side by side and a change of one user compiles only that one again.
function(crowned_names out file macro namespace)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(STRINGS "${file}" lines REGEX "^${macro}\\(")
  set(names "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^${macro}\\(([a-zA-Z0-9_]+),.*$" "${namespace}::\\1" name "${line}")
    list(APPEND names "${name}")
  endforeach()
  set(${out} ${names} PARENT_SCOPE)
endfunction()

crowned_names(rows "${CMAKE_SOURCE_DIR}/core/position/combinations.def" CROWNED_ROW rows)
crowned_names(states "${CMAKE_SOURCE_DIR}/core/state/states.def" CROWNED_STATE states)
set(flat_states ${states})
list(FILTER flat_states INCLUDE REGEX "Flat$")
set(table_states ${flat_states} states::Tower)

# crowned_units(rows|states|table_states HEADER MAKER): adds to `units` the sources in which MAKER, a class template that HEADER
# defines, is instantiated for each row of the table, or for each kind of states.
function(crowned_units kind header maker)
  foreach(argument IN LISTS ${kind})
    string(REGEX REPLACE "^.*::" "" name "${argument}")
    set(unit "${CMAKE_BINARY_DIR}/units/${maker}/${name}.cpp")
    configure_file("${CMAKE_SOURCE_DIR}/cmake/unit.cpp.in" "${unit}" @ONLY)
    list(APPEND units "${unit}")
  endforeach()
  set(units ${units} PARENT_SCOPE)
endfunction()

crowned_units(rows "position/source_for.hpp" SourceMaker)
crowned_units(states "movegen/walker_for.hpp" Walker)
crowned_units(states "position/kernel_for.hpp" KernelMaker)
crowned_units(table_states "tables/tables_for.hpp" TablesMaker)
crowned_units(states "search/searcher_for.hpp" SearcherMaker)
crowned_units(states "rl/batch_for.hpp" BatchMaker)

# What no printed game needs, and only people's own mixtures ask for: boards of more than 128 squares, unusual ways on
# large boards of dark squares (docs/decisions/0020-table-of-combinations.md).
set(rare_units ${units})
list(FILTER rare_units INCLUDE REGEX "/(wide_free|wide_every|wide_towers_free|every_towers|WidestFlat|WidestTower)[.]cpp$")
