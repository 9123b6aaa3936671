#include "abstraction.hpp"

#include <algorithm>

#include "../invariant.hpp"

namespace satplay::quantified {

Abstraction::Abstraction(const Formula& formula, bool keep_moves, Meter& meter)
    : formula_(formula), keep_moves_(keep_moves), meter_(meter), keys_(formula, meter) {
  satisfied_.assign(keys_.size(), 0);
  seen_.assign(keys_.size(), 0);
  moves_.resize(formula.prefix.levels());
  for (std::uint32_t level = 0; level < formula.prefix.levels(); level++)
    sessions_.push_back(std::make_unique<Session>(formula, keys_, level, meter));
}

// Each level makes a choice, from the outermost to the innermost. A player without a choice loses, and must
// change the next outer choice. A loop instead of a recursion, because prefixes may be deep.
bool Abstraction::holds() {
  if (sessions_.empty()) return formula_.clauses.empty();
  std::size_t level = 0;
  for (;;) {
    look_at_memory();
    Session& session = *sessions_[level];
    const bool able = session.choose(satisfied_, meter_);
    if (able) assign(level);
    if (able && level + 1 < sessions_.size()) {
      level++;
      continue;
    }
    // The owner of the innermost level wins by a choice; the owner of any level loses without one.
    const bool universal_wins = session.universal() == able;
    if (able)
      needed_.clear();
    else
      needed_ = session.core();
    std::size_t of_winner = able ? level : level - 1;  // may be below 0
    if (of_winner < sessions_.size()) win(of_winner);
    if (of_winner == 0 || of_winner >= sessions_.size()) return !universal_wins;
    level = of_winner - 1;
    sessions_[level]->refine(needed_);
    refinements++;
  }
}

bool Abstraction::satisfied_here(const Keys::Row& row, std::size_t level) const {
  const Session& session = *sessions_[level];
  const Lits lits = keys_.lits(row);
  return std::any_of(lits.begin(), lits.end(), [&](Lit lit) { return session.value(lit); });
}

bool Abstraction::is_open(const Keys::Row& row, std::size_t level) const {
  return (row.parent == no_key || !satisfied_[row.parent]) && !satisfied_here(row, level);
}

void Abstraction::assign(std::size_t level) {
  for (const Key key : keys_.of_level(level)) {
    const auto rows = keys_.rows(key);
    satisfied_[key] =
        std::none_of(rows.begin(), rows.end(), [&](const Keys::Row& row) { return is_open(row, level); });
  }
}

// The owner of this level has won with the values chosen and with `needed_`, keys of this level and outer
// ones. Replaces them by the outer keys that are needed.
void Abstraction::win(std::size_t level) {
  const Session& session = *sessions_[level];
  std::vector<Key> needed;
  stamp_++;
  const auto need = [&](Key key) {
    if (key == no_key || seen_[key] == stamp_) return;
    seen_[key] = stamp_;
    needed.push_back(key);
  };
  const auto need_parents = [&](std::span<const Keys::Row> rows) {
    for (const Keys::Row& row : rows)
      if (!satisfied_here(row, level)) need(row.parent);
  };
  for (const Key key : needed_)
    if (keys_.level(key) < level) need(key);
  for (const Key key : needed_) {
    if (keys_.level(key) < level) continue;
    if (session.universal())
      need(cheapest_open(key, level));
    else
      need_parents(keys_.rows(key));
  }
  if (!session.universal()) need_parents(keys_.endings(level));
  needed_ = std::move(needed);
  // All keys that the winner still needs are of outer levels and have the needed values.
  INVARIANT(std::ranges::all_of(needed_, [&](Key key) {
    return keys_.level(key) < level && (satisfied_[key] != 0) != session.universal();
  }));

  if (keep_moves_ || level == 0) store_move(level);
}

// The values that the winner chose at this level, and the keys that they need.
void Abstraction::store_move(std::size_t level) {
  const Session& session = *sessions_[level];
  const Prefix& prefix = formula_.prefix;
  std::vector<std::uint8_t> values;
  for (Var var = prefix.begins[level]; var < prefix.begins[level + 1]; var++)
    values.push_back(session.value(positive(var)));
  if (level == 0) outermost_ = values;
  if (keep_moves_) {
    moves_bytes_ += sizeof(Move) + needed_.size() * sizeof(Key) + values.size();
    moves_[level].push_back({needed_, std::move(values)});
  }
}

// One open row suffices for a key to be open: preferably one without a parent or with a parent already
// needed.
Key Abstraction::cheapest_open(Key key, std::size_t level) const {
  Key found = no_key;
  for (const Keys::Row& row : keys_.rows(key)) {
    if (!is_open(row, level)) continue;
    if (row.parent == no_key || seen_[row.parent] == stamp_) return row.parent;
    if (found == no_key) found = row.parent;
  }
  return found;
}

void Abstraction::look_at_memory() {
  if (!meter_.limits_memory() || meter_.questions < next_look_) return;
  std::size_t sum = formula_.bytes() + keys_.bytes() + moves_bytes_;
  for (const auto& session : sessions_) sum += session->bytes();
  meter_.memory(sum);
  next_look_ = meter_.questions + 100 + static_cast<std::int64_t>(sessions_.size());
}

}  // namespace satplay::quantified
