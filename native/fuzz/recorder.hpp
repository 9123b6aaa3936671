// The ways to log a proof; each line is read back and checked.
#pragma once
#include <memory>

#include "../engine.hpp"
#include "checker.hpp"
#include "script.hpp"

namespace satplay::fuzz {

class Recorder {
 public:
  virtual ~Recorder() = default;
  // Checks the lines logged since the last call.
  virtual void drain() {}
  // Interrupts the engine when it logs that line, counted from now; 0: never.
  virtual void interrupt_at(int) {}
};

// Makes the engine log its proof; without effect for Record::nothing.
std::unique_ptr<Recorder> start_recording(Record record, Engine& engine, Checker& checker);
bool counts_clauses(Record record);  // whether lines have numbers

}  // namespace satplay::fuzz
