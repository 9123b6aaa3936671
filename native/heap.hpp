// A binary heap of variables, the greatest score on top, with the position of every variable in it. It owns
// the scores, also of variables that are not in the heap, so that a copy of a solver is complete.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "invariant.hpp"
#include "literal.hpp"

namespace satplay {

class ScoreHeap {
 public:
  bool empty() const { return heap_.empty(); }
  Var top() const { return heap_.front(); }
  bool contains(Var var) const { return var < at_.size() && at_[var] != absent; }

  void grow(std::size_t variables) {
    at_.resize(variables, absent);
    scores_.resize(variables, 0.0);
  }
  void reserve(std::size_t variables) {
    heap_.reserve(variables);
    at_.reserve(variables);
    scores_.reserve(variables);
  }
  double score(Var var) const { return scores_[var]; }
  void raise(Var var, double by) {
    scores_[var] += by;
    if (contains(var)) up(at_[var]);
  }
  void scale(double factor) {  // keeps the order
    for (double& score : scores_) score *= factor;
  }

  void push(Var var) {
    if (contains(var)) return;
    at_[var] = static_cast<std::uint32_t>(heap_.size());
    heap_.push_back(var);
    up(at_[var]);
  }

  void remove(Var var) {
    if (!contains(var)) return;
    const std::uint32_t at = at_[var];
    const Var last = heap_.back();
    heap_.pop_back();
    at_[var] = absent;
    if (last == var) return;
    place(at, last);
    up(at);
    down(at_[last]);
  }

  Var pop() {
    INVARIANT(!heap_.empty());
    const Var top = heap_.front();
    const Var last = heap_.back();
    heap_.pop_back();
    at_[top] = absent;
    if (last != top) {
      heap_.front() = last;
      at_[last] = 0;
      down(0);
    }
    return top;
  }

  // Whether no score is greater than that of its parent, and positions are right; linear.
  bool check() const {
    for (std::uint32_t at = 0; at < heap_.size(); at++) {
      INVARIANT(at_[heap_[at]] == at);
      INVARIANT(at == 0 || scores_[heap_[(at - 1) / 2]] >= scores_[heap_[at]]);
    }
    return true;
  }

 private:
  static constexpr std::uint32_t absent = UINT32_MAX;

  void up(std::uint32_t at) {
    const Var var = heap_[at];
    while (at > 0) {
      const std::uint32_t parent = (at - 1) / 2;
      if (scores_[heap_[parent]] >= scores_[var]) break;
      place(at, heap_[parent]);
      at = parent;
    }
    place(at, var);
  }

  void down(std::uint32_t at) {
    const Var var = heap_[at];
    const auto size = static_cast<std::uint32_t>(heap_.size());
    for (;;) {
      std::uint32_t child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && scores_[heap_[child + 1]] > scores_[heap_[child]]) child++;
      if (scores_[heap_[child]] <= scores_[var]) break;
      place(at, heap_[child]);
      at = child;
    }
    place(at, var);
  }

  void place(std::uint32_t at, Var var) {
    heap_[at] = var;
    at_[var] = at;
  }

  std::vector<double> scores_;
  std::vector<Var> heap_;
  std::vector<std::uint32_t> at_;
};

}  // namespace satplay
