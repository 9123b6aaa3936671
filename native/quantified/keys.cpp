#include "keys.hpp"

#include <algorithm>
#include <unordered_map>

namespace satplay::quantified {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

}  // namespace

Keys::Keys(const Formula& formula, Meter& meter) {
  const Prefix& prefix = formula.prefix;
  of_level_.resize(prefix.levels());
  endings_.resize(prefix.levels());
  std::unordered_multimap<std::uint64_t, Key> known;
  for (const Clause& clause : formula.clauses) {
    meter.work(4 * clause.size());
    Key parent = no_key;
    for (std::size_t begin = 0; begin < clause.size();) {
      const std::uint32_t level = prefix.level[variable(clause[begin])];
      std::size_t end = begin;
      std::uint64_t hash = mixed(parent, 0);
      while (end < clause.size() && prefix.level[variable(clause[end])] == level)
        hash = mixed(hash, clause[end++]);
      const Lits here{clause.data() + begin, clause.data() + end};
      const auto store = [&] {
        const auto at = static_cast<std::uint32_t>(lits_.size());
        lits_.insert(lits_.end(), here.begin(), here.end());
        return at;
      };
      if (end == clause.size()) {
        const std::uint32_t at = store();
        endings_[level].push_back({parent, at, static_cast<std::uint32_t>(lits_.size())});
        break;
      }
      Key found = no_key;
      const auto [first, last] = known.equal_range(hash);
      for (auto it = first; it != last && found == no_key; ++it) {
        const Part& part = parts_[it->second];
        const Lits same = lits(part);
        if (part.parent == parent && std::equal(same.begin(), same.end(), here.begin(), here.end()))
          found = it->second;
      }
      if (found == no_key) {
        found = static_cast<Key>(parts_.size());
        const std::uint32_t at = store();
        parts_.push_back({parent, level, at, static_cast<std::uint32_t>(lits_.size())});
        of_level_[level].push_back(found);
        known.emplace(hash, found);
      }
      parent = found;
      begin = end;
    }
  }
}

std::size_t Keys::bytes() const {
  return parts_.capacity() * (sizeof(Part) + sizeof(Key)) + lits_.capacity() * sizeof(Lit) +
         endings_.size() * (sizeof(endings_[0]) + sizeof(of_level_[0]));
}

}  // namespace satplay::quantified
