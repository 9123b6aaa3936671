// What Python sees of the native core. This file converts and never thinks.
#include <nanobind/nanobind.h>

NB_MODULE(_native, module) { module.doc() = "satplay's native core"; }
