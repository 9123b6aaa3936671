// The clause arena: all clauses one after the other in one block of 32-bit words; a clause is known by where
// it begins. Deleted clauses stay until the garbage is collected.
#pragma once
#include <cassert>
#include <cstdint>
#include <limits>
#include <new>
#include <vector>

#include "literal.hpp"

namespace satplay {

using Ref = std::uint32_t;
inline constexpr Ref no_ref = UINT32_MAX;

// A clause as it lies in the arena: this header, then the literals.
struct Clause {
  std::uint32_t size;
  std::uint32_t glue : 24;  // decision levels it spanned when learned (LBD: Audemard & Simon 2009)
  std::uint32_t learned : 1;
  std::uint32_t garbage : 1;
  std::uint32_t moved : 1;     // only while garbage is collected: id is where it went
  std::uint32_t reason : 1;    // only while clauses are forgotten: must stay
  std::uint32_t used : 2;      // took part in conflicts since the last two reductions
  std::uint32_t vivified : 1;  // propagation has been tried on it: others are tried first
  std::uint32_t : 1;
  std::uint32_t id_low, id_high;

  ClauseId id() const { return (ClauseId{id_high} << 32) | id_low; }
  Lit* begin() { return reinterpret_cast<Lit*>(this + 1); }
  Lit* end() { return begin() + size; }
  const Lit* begin() const { return reinterpret_cast<const Lit*>(this + 1); }
  const Lit* end() const { return begin() + size; }
  Lit& operator[](std::size_t at) { return begin()[at]; }
  Lit operator[](std::size_t at) const { return begin()[at]; }
  Lits lits() const { return {begin(), size}; }
};
static_assert(sizeof(Clause) == 16);

class Arena {
 public:
  static constexpr std::size_t header = sizeof(Clause) / sizeof(std::uint32_t);
  static constexpr Ref largest = UINT32_MAX >> 1;  // the top bit of a watch marks binary clauses

  Ref add(Lits lits, bool learned, std::uint32_t glue, ClauseId id) {
    const std::size_t at = words_.size();
    if (at + header + lits.size() > largest) throw std::bad_alloc();
    words_.resize(at + header + lits.size());
    Clause& clause = *new (&words_[at]) Clause{};
    clause.size = static_cast<std::uint32_t>(lits.size());
    clause.glue = glue & 0xffffffu;
    clause.learned = learned;
    clause.id_low = static_cast<std::uint32_t>(id);
    clause.id_high = static_cast<std::uint32_t>(id >> 32);
    for (std::size_t i = 0; i < lits.size(); i++) clause[i] = lits[i];
    return static_cast<Ref>(at);
  }

  Clause& operator[](Ref ref) { return *reinterpret_cast<Clause*>(&words_[ref]); }
  const Clause& operator[](Ref ref) const { return *reinterpret_cast<const Clause*>(&words_[ref]); }

  void mark_garbage(Ref ref) {
    Clause& clause = (*this)[ref];
    clause.garbage = 1;
    wasted_ += header + clause.size;
  }
  // A clause that lost literals at its end; the words behind it are wasted but skipped no more: see `shrink`.
  std::size_t wasted() const { return wasted_; }
  std::size_t size() const { return words_.size(); }
  std::size_t bytes() const { return words_.capacity() * sizeof(std::uint32_t); }
  void reserve(std::size_t words) { words_.reserve(words); }
  void swap(Arena& other) noexcept {
    words_.swap(other.words_);
    std::swap(wasted_, other.wasted_);
  }

 private:
  std::vector<std::uint32_t> words_;
  std::size_t wasted_ = 0;
};

}  // namespace satplay
