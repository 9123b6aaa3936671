// Literals that imply each other through binary clauses are strongly connected (Aspvall, Plass & Tarjan
// 1979): one of them represents all.
#include <algorithm>
#include <utility>

#include "simplify.hpp"

namespace satplay::counting {

// For each literal the smallest of its class, by Tarjan's algorithm without recursion. A class and the class
// of the negations have representatives that are negations of each other, since lit and its negation are
// neighbours.
std::vector<Lit> Simplifier::representatives() {
  const std::size_t count = value_.size();
  std::vector<std::vector<Lit>> implied(count);
  for (const Clause& clause : clauses_) {
    meter_.work(1);
    meter_.rest();
    if (clause.lits.size() != 2) continue;
    implied[negated(clause.lits[0])].push_back(clause.lits[1]);
    implied[negated(clause.lits[1])].push_back(clause.lits[0]);
  }
  std::vector<Lit> representative(count, no_lit);
  std::vector<std::uint32_t> found(count, 0), low(count, 0), next(count, 0);
  std::vector<Lit> path, open;
  std::uint32_t time = 0;
  for (Lit root = 0; root < count; ++root) {
    meter_.work(1);
    meter_.rest();
    if (found[root] == 0) path.push_back(root);
    while (!path.empty()) {
      const Lit lit = path.back();
      if (found[lit] == 0) {
        found[lit] = low[lit] = ++time;
        open.push_back(lit);
      }
      if (next[lit] < implied[lit].size()) {
        const Lit child = implied[lit][next[lit]++];
        if (found[child] == 0)
          path.push_back(child);
        else if (representative[child] == no_lit)
          low[lit] = std::min(low[lit], found[child]);
        spend(1);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[lit]);
      if (low[lit] != found[lit]) continue;
      const auto first = std::find(open.rbegin(), open.rend(), lit).base() - 1;
      const Lit smallest = *std::min_element(first, open.end());
      for (auto member = first; member != open.end(); ++member) representative[*member] = smallest;
      open.erase(first, open.end());
    }
  }
  return representative;
}

bool Simplifier::substitute_equivalent() {
  if (!worthwhile()) return false;
  const std::vector<Lit> representative = representatives();
  bool any = false;
  for (Var var = 0; var < variables_; ++var) {
    const Lit lit = positive(var), other = representative[lit];
    if (other == lit || gone_[var] || value_[lit] != 0) continue;
    if (other == representative[negated(lit)]) {
      contradictory_ = true;
      return true;
    }
    any = true;
    gone_[var] = 1;
    projected_[variable(other)] |= projected_[var];
    for (const Lit side : {lit, negated(lit)}) {
      for (const Id id : std::exchange(occurs_[side], {})) {
        std::vector<Lit> lits = clauses_[id].lits;
        if (!std::binary_search(lits.begin(), lits.end(), side)) continue;
        remove(id);
        std::replace(lits.begin(), lits.end(), side, representative[side]);
        add(std::move(lits));
      }
    }
  }
  return any;
}

}  // namespace satplay::counting
