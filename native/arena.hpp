// The clause arena: all clauses one after the other in one block of 32-bit words; the reference of a clause
// is its position. Deleted clauses stay until garbage is collected.
#pragma once
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <vector>

#include "invariant.hpp"
#include "literal.hpp"
#include "words.hpp"

namespace satplay {

using Ref = std::uint32_t;
inline constexpr Ref no_ref = UINT32_MAX;
inline constexpr Ref by_theory =
    UINT32_MAX - 64;  // the literal follows from the first theory, the next one, ...

// A clause in the arena: this header, then the literals.
struct Clause {
  std::uint32_t size;
  std::uint32_t glue : 24;  // decision levels it spanned when learned (LBD: Audemard & Simon 2009)
  std::uint32_t learned : 1;
  std::uint32_t garbage : 1;
  std::uint32_t moved : 1;     // during garbage collection: its first literal is its new reference
  std::uint32_t reason : 1;    // during a reduction: must not be deleted
  std::uint32_t used : 2;      // recently in conflicts; counts down at each reduction
  std::uint32_t vivified : 1;  // vivification has been tried: others come first
  std::uint32_t compared : 1;  // with all others, for subsumption

  Lit* begin() { return reinterpret_cast<Lit*>(this + 1); }
  Lit* end() { return begin() + size; }
  const Lit* begin() const { return reinterpret_cast<const Lit*>(this + 1); }
  const Lit* end() const { return begin() + size; }
  Lit& operator[](std::size_t at) { return begin()[at]; }
  Lit operator[](std::size_t at) const { return begin()[at]; }
  Lits lits() const { return {begin(), size}; }
};
static_assert(sizeof(Clause) == 8);

// Clause ids are needed for proofs only. If a proof is written, each id is stored before its clause;
// otherwise ids are omitted, so that more clauses fit into the cache.
class Arena {
 public:
  static constexpr std::size_t header = sizeof(Clause) / sizeof(std::uint32_t);
  static constexpr Ref largest = UINT32_MAX >> 1;  // the top bit of a watch marks binary clauses

  void number_clauses() { id_words_ = sizeof(ClauseId) / sizeof(std::uint32_t); }

  Ref add(Lits lits, bool learned, std::uint32_t glue, ClauseId id) {
    Clause clause{};
    clause.size = static_cast<std::uint32_t>(lits.size());
    clause.glue = glue & 0xffffffu;
    clause.learned = learned;
    return add(clause, lits.data(), id);
  }
  // A copy of a clause of another arena.
  Ref add_copy(const Arena& other, Ref ref) { return add(other[ref], other[ref].begin(), other.id(ref)); }

  Clause& operator[](Ref ref) {
    INVARIANT(ref + header <= words_.size());
    return *reinterpret_cast<Clause*>(&words_[ref]);
  }
  const Clause& operator[](Ref ref) const {
    INVARIANT(ref + header <= words_.size());
    return *reinterpret_cast<const Clause*>(&words_[ref]);
  }

  ClauseId id(Ref ref) const {
    ClauseId id = 0;
    if (id_words_ != 0) std::memcpy(&id, &words_[ref - id_words_], sizeof id);
    return id;
  }

  void renumber(Ref ref, ClauseId id) {
    if (id_words_ != 0) std::memcpy(&words_[ref - id_words_], &id, sizeof id);
  }

  void mark_garbage(Ref ref) {
    INVARIANT(!(*this)[ref].garbage);
    (*this)[ref].garbage = 1;
    waste(ref, words((*this)[ref].size));
  }
  void shrink(Ref ref, std::uint32_t size) {
    INVARIANT(size <= (*this)[ref].size);
    waste(ref, (*this)[ref].size - size);
    (*this)[ref].size = size;
  }

  // The clauses stored so far are settled: they are moved less often than later ones.
  void settle() { settled_ = static_cast<Ref>(words_.size()); }
  Ref settled() const { return settled_; }
  std::size_t wasted_settled() const { return wasted_settled_; }

  std::size_t words(std::size_t literals) const { return id_words_ + header + literals; }
  std::size_t wasted() const { return wasted_; }
  std::size_t size() const { return words_.size(); }
  std::size_t bytes() const { return words_.capacity() * sizeof(std::uint32_t); }
  void reserve(std::size_t words) { words_.reserve(words); }

  // Moves everything from a position on into an arena of its own; reserves space for what will be kept of it.
  Arena take_from(Ref from) {
    Arena taken;
    taken.id_words_ = id_words_;
    if (from == 0) {
      taken.words_.swap(words_);
      words_.reserve(taken.words_.size() - wasted_);
      wasted_ = wasted_settled_ = 0;
      settled_ = 0;
    } else {
      taken.words_.assign(words_.from(from));
      words_.resize(from);
      wasted_ = wasted_settled_;
    }
    return taken;
  }

  // Whether the headers of these clauses are sound; linear.
  bool check(const std::vector<Ref>& refs, bool learned) const {
    std::size_t total = 0;
    for (const Ref ref : refs) {
      const Clause& clause = (*this)[ref];
      INVARIANT(ref >= id_words_ && clause.size > 0 && ref + header + clause.size <= words_.size());
      INVARIANT(clause.garbage || (!clause.moved && !clause.reason && clause.learned == learned));
      INVARIANT(clause.garbage || id_words_ == 0 || id(ref) != 0);
      total += clause.garbage ? 0 : words(clause.size);
    }
    INVARIANT(total + wasted_ <= words_.size() && wasted_settled_ <= wasted_);
    return true;
  }

 private:
  void waste(Ref ref, std::size_t words) {
    wasted_ += words;
    if (ref < settled_) wasted_settled_ += words;
  }

  Ref add(const Clause& clause, const Lit* lits, ClauseId id) {
    const std::size_t at = words_.size() + id_words_;
    if (at + header + clause.size > largest) throw std::bad_alloc();
    words_.resize(at + header + clause.size);
    if (id_words_ != 0) std::memcpy(&words_[at - id_words_], &id, sizeof id);
    Clause& stored = *new (&words_[at]) Clause(clause);
    for (std::size_t i = 0; i < clause.size; i++) stored[i] = lits[i];
    return static_cast<Ref>(at);
  }

  Words words_;
  std::size_t wasted_ = 0, wasted_settled_ = 0;
  Ref settled_ = 0;
  std::size_t id_words_ = 0;
};

}  // namespace satplay
