// The ways a proof can be written down, and how it is read back line by line for the checker.
#pragma once
#include <memory>

#include "../engine.hpp"
#include "checker.hpp"
#include "script.hpp"

namespace satplay::fuzz {

class Recorder {
 public:
  virtual ~Recorder() = default;
  // Check what was written since the last time.
  virtual void drain() {}
  // Interrupt the engine at that line from now; 0 is never.
  virtual void interrupt_at(int) {}
};

// Makes the engine log its proof, and says how to get at it; nothing for Record::nothing.
std::unique_ptr<Recorder> start_recording(Record record, Engine& engine, Checker& checker);
bool counts_clauses(Record record);  // whether lines have numbers

}  // namespace satplay::fuzz
