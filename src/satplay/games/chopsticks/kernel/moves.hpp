// The moves of a variant, forwards and backwards, from tables over hands. A position is a pair of hands: of
// the player to move and of the opponent.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace satplay::chopsticks {

using Number = std::int32_t;
using Numbers = std::span<const Number>;

// Lists of indices of hands, stored in one array.
class Lists {
 public:
  Lists(Numbers start, Numbers items, std::size_t lists, std::size_t hands)
      : start_(start.begin(), start.end()), items_(items.begin(), items.end()) {
    if (start.size() != lists + 1 || start.front() != 0 || start.back() != static_cast<Number>(items.size()))
      throw std::invalid_argument("the starts of the lists do not match the items");
    for (std::size_t i = 0; i < lists; ++i)
      if (start_[i] > start_[i + 1]) throw std::invalid_argument("a list that ends before it begins");
    for (const Number item : items)
      if (item < 0 || static_cast<std::size_t>(item) >= hands) throw std::invalid_argument("no such hands");
  }

  Numbers operator[](std::size_t list) const {
    const auto from = static_cast<std::size_t>(start_[list]);
    return {items_.data() + from, static_cast<std::size_t>(start_[list + 1]) - from};
  }

  // The inverse relation, for each block of `hands` lists: list i of the result has j if list j here has i.
  Lists reversed(std::size_t hands) const {
    Lists back = *this;
    const std::size_t lists = start_.size() - 1;
    for (std::size_t block = 0; block < lists; block += hands) {
      std::vector<Number> place(hands + 1, 0);
      for (std::size_t i = block; i < block + hands; ++i)
        for (const Number item : (*this)[i]) ++place[static_cast<std::size_t>(item) + 1];
      place[0] = start_[block];
      for (std::size_t i = 0; i < hands; ++i) {
        place[i + 1] += place[i];
        back.start_[block + i] = place[i];
      }
      for (std::size_t i = block; i < block + hands; ++i)
        for (const Number item : (*this)[i])
          back.items_[static_cast<std::size_t>(place[static_cast<std::size_t>(item)]++)] =
              static_cast<Number>(i - block);
    }
    return back;
  }

 private:
  std::vector<Number> start_, items_;
};

class Moves {
 public:
  // `holds`: for each pair of hands a bit for every number of fingers on one of them; 0 if both are out.
  Moves(Lists transfers, Lists taps, Numbers holds, std::size_t fingers)
      : transfers_(std::move(transfers)),
        taps_(std::move(taps)),
        transfers_back_(transfers_.reversed(holds.size())),
        taps_back_(taps_.reversed(holds.size())),
        holds_(holds.begin(), holds.end()),
        fingers_(fingers) {}

  std::size_t hands() const { return holds_.size(); }
  std::size_t positions() const { return hands() * hands(); }

  template <class Visit>
  void after(std::size_t position, Visit&& visit) const {
    const std::size_t mine = position / hands(), theirs = position % hands();
    if (holds_[mine] == 0 || holds_[theirs] == 0) return;
    for (const Number own : transfers_[mine]) visit(theirs * hands() + static_cast<std::size_t>(own));
    for (std::size_t n = 1; n < fingers_; ++n)
      if (holds_[mine] >> n & 1)
        for (const Number hit : taps_[n * hands() + theirs])
          visit(static_cast<std::size_t>(hit) * hands() + mine);
  }

  // The inverse of `after`, with the same multiplicities: visits p as often as after(p) visits `position`.
  template <class Visit>
  void before(std::size_t position, Visit&& visit) const {
    const std::size_t next = position / hands(), moved = position % hands();
    if (holds_[next] != 0)
      for (const Number own : transfers_back_[moved]) visit(static_cast<std::size_t>(own) * hands() + next);
    for (std::size_t n = 1; n < fingers_; ++n)
      if (holds_[moved] >> n & 1)
        for (const Number hit : taps_back_[n * hands() + next])
          visit(moved * hands() + static_cast<std::size_t>(hit));
  }

 private:
  Lists transfers_, taps_, transfers_back_, taps_back_;
  std::vector<Number> holds_;
  std::size_t fingers_;
};

}  // namespace satplay::chopsticks
