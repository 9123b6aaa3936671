// Proofs: the clauses that the engine derives and deletes, as DRAT (text or binary) or LRAT, in a file or in
// memory.
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "literal.hpp"

namespace satplay {

using Hints = std::span<const ClauseId>;
using ExternalLits = std::span<const std::int32_t>;

class Proof {
 public:
  virtual ~Proof() = default;
  // Propagating the hints in this order refutes the negation of the clause.
  virtual void add(ClauseId id, ExternalLits lits, Hints hints) = 0;
  virtual void remove(ClauseId id, ExternalLits lits) = 0;
  virtual void flush() {}
  virtual bool wants_hints() const { return false; }
};

enum class ProofFormat { text_drat, binary_drat, text_lrat };

// Writes to a file descriptor, which the caller opens and closes.
class ProofFile final : public Proof {
 public:
  ProofFile(int descriptor, ProofFormat format) : descriptor_(descriptor), format_(format) {}
  void add(ClauseId id, ExternalLits lits, Hints hints) override;
  void remove(ClauseId id, ExternalLits lits) override;
  void flush() override;
  bool wants_hints() const override { return format_ == ProofFormat::text_lrat; }

 private:
  void number(std::int64_t value, char after);
  void binary(ExternalLits lits);
  void flush_if_large();

  int descriptor_;
  ProofFormat format_;
  ClauseId last_id_ = 0;
  std::vector<char> buffer_;
};

// Stores the proof as numbers until `take` is called: for each line its kind (1 added, 2 deleted), id, number
// of literals, literals, number of hints, hints.
class ProofMemory final : public Proof {
 public:
  void add(ClauseId id, ExternalLits lits, Hints hints) override;
  void remove(ClauseId id, ExternalLits lits) override;
  bool wants_hints() const override { return true; }
  std::vector<std::int64_t> take() { return std::exchange(lines_, {}); }

 private:
  std::vector<std::int64_t> lines_;
};

}  // namespace satplay
