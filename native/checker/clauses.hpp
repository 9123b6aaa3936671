// All clauses of a formula and its proof in one array of words, with a hash table by literals.
#pragma once
#include <cstdint>
#include <span>

#include "memory.hpp"
#include "numbering.hpp"
#include "pulse.hpp"

namespace satplay::checker {

using Ref = std::uint32_t;  // position of a clause
constexpr Ref no_clause = UINT32_MAX;

// A clause is its size with three flags, the next clause of its bucket, and its literals. The watched
// literals come first.
class Clauses {
 public:
  static constexpr std::uint32_t core = 1, gone = 2, tautology = 4;

  explicit Clauses(Pulse& pulse) : pulse_(pulse) {}

  Ref add(std::span<const Lit> lits, bool is_tautology) {
    // A Ref addresses 16 GiB, and a header has 29 bits for the size.
    if (lits.size() >= 1u << 29 || words_.size() + lits.size() + 2 >= no_clause) throw Stop::memory;
    const auto ref = static_cast<Ref>(words_.size());
    words_.push_back(static_cast<std::uint32_t>(lits.size() << 3) | (is_tautology ? tautology : 0));
    words_.push_back(no_clause);
    words_.append(lits);
    return ref;
  }

  std::span<Lit> lits(Ref ref) { return {&words_[ref] + 2, words_[ref] >> 3}; }
  std::uint32_t size(Ref ref) const { return words_[ref] >> 3; }
  bool is(Ref ref, std::uint32_t flag) const { return (words_[ref] & flag) != 0; }
  void set(Ref ref, std::uint32_t flag) { words_[ref] |= flag; }
  void clear(Ref ref, std::uint32_t flag) { words_[ref] &= ~flag; }

  Ref begin() const { return 0; }
  Ref end() const { return static_cast<Ref>(words_.size()); }
  Ref after(Ref ref) const { return ref + 2 + size(ref); }
  std::uint32_t* words() { return words_.data(); }

  // -- by literals, in any order

  void remember(Ref ref);
  // Removes a clause with exactly these literals from the table and returns it; no_clause if there is none.
  // `marked(lit)`: whether a literal is one of them.
  template <class Marked>
  Ref forget(std::span<const Lit> lits, const Marked& marked) {
    if (buckets_.empty()) return no_clause;
    for (Ref* link = &bucket(lits); *link != no_clause; link = &words_[*link + 1]) {
      const Ref ref = *link;
      pulse_.spent(1);
      if (size(ref) != lits.size()) continue;
      bool same = true;
      for (const Lit lit : this->lits(ref)) same = same && marked(lit);
      if (same) {
        *link = words_[ref + 1];
        --remembered_;
        return ref;
      }
    }
    return no_clause;
  }
  // No further look-ups: frees the table.
  void close_index() { buckets_ = {}; }

 private:
  Ref& bucket(std::span<const Lit> lits);
  void grow();

  Pulse& pulse_;
  Pages<std::uint32_t> words_;
  Vector<Ref> buckets_;  // a power of two in number
  std::size_t remembered_ = 0;
};

}  // namespace satplay::checker
