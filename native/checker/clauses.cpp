#include "clauses.hpp"

namespace satplay::checker {

namespace {

std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
  return x ^ (x >> 32);
}

}  // namespace

Ref& Clauses::bucket(std::span<const Lit> lits) {
  std::uint64_t sum = lits.size();  // a sum, so that the order does not matter
  for (const Lit lit : lits) sum += scrambled(lit + 1);
  return buckets_[scrambled(sum) & (buckets_.size() - 1)];
}

void Clauses::grow() {
  Vector<Ref> before(buckets_.empty() ? 1024 : 2 * buckets_.size(), no_clause);
  before.swap(buckets_);
  for (Ref first : before) {
    pulse_.spent(1);
    while (first != no_clause) {
      pulse_.spent(4);
      const Ref next = words_[first + 1];
      Ref& link = bucket(lits(first));
      words_[first + 1] = link;
      link = first;
      first = next;
    }
  }
}

void Clauses::remember(Ref ref) {
  if (remembered_ >= buckets_.size()) grow();
  Ref& link = bucket(lits(ref));
  words_[ref + 1] = link;
  link = ref;
  ++remembered_;
}

}  // namespace satplay::checker
