// Reads proofs from memory: DRAT as text or bytes, LRAT as text. src/satplay/proofs/reading.py documents
// the grammar; both stop at the first fault and report it in the same way. The pulse is called even during a
// long blank, comment or clause.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "memory.hpp"
#include "pulse.hpp"

namespace satplay::checker {

enum class Format { text_drat, binary_drat, text_lrat };

// A syntax error: the token at a line and column, or the byte at an offset, and what was expected.
struct Fault {
  std::string expected;
  std::string token;
  std::uint64_t line;    // 0 in a binary proof
  std::uint64_t column;  // of the token from 1; in a binary proof the offset of the byte from 0
};

struct Step {
  bool deletes = false;
  std::int64_t id = 0;        // of the clause, LRAT only
  Vector<std::int32_t> lits;  // of the clause, as in DIMACS
  Vector<std::int64_t> ids;   // LRAT only: hints, or the clauses to delete
};

class Reader {
 public:
  Reader(std::span<const std::uint8_t> proof, Format format, Pulse& pulse)
      : pulse_(pulse),
        start_(proof.data()),
        at_(start_),
        end_(start_ + proof.size()),
        line_start_(start_),
        format_(format) {}

  // The next step; false at the end. Throws Fault and Stop.
  bool next(Step& step);

  // The line where the last step began; in a binary proof the number of the step.
  std::uint64_t line() const { return format_ == Format::binary_drat ? steps_ : step_line_; }
  std::uint64_t offset() const { return static_cast<std::uint64_t>(step_start_ - start_); }

 private:
  bool next_binary(Step& step);
  bool next_drat(Step& step);
  bool next_lrat(Step& step);
  bool skip_blanks();
  bool skip_to_step();
  bool deletion_mark();
  std::int64_t number(std::int64_t most, const char* expected);
  void literals(Vector<std::int32_t>& lits);
  void clause_ids(Vector<std::int64_t>& ids, bool negative_too);
  [[noreturn]] void fault(const std::uint8_t* token, const char* expected) const;

  Pulse& pulse_;
  const std::uint8_t* start_;
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  const std::uint8_t* line_start_;
  const std::uint8_t* step_start_ = start_;
  std::uint64_t line_ = 1;
  std::uint64_t step_line_ = 1;
  std::uint64_t steps_ = 0;
  Format format_;
};

}  // namespace satplay::checker
