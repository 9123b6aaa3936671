// The parts that bindings.cpp puts together into the module.
#pragma once
#include <nanobind/nanobind.h>

namespace satplay {

void bind_engine(nanobind::module_& module);
void bind_counter(nanobind::module_& module);
void bind_groups(nanobind::module_& module);

}  // namespace satplay
