// Minimum hitting sets: the cheapest set of elements that has something in common with each of many sets.
#pragma once
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "../solver.hpp"

namespace satplay {

// Sets come one after the other, and the least cost only rises. So the search tree is never restarted without
// need: it is bounded by a cost, which rises when all of the tree has been refuted (iterative
// deepening: Korf 1985), and after a new set it goes on at the node where it stands. Where weights are large
// the bound rises by leaps, and then the tree is searched for something ever cheaper.
class HittingSets {
 public:
  using Element = std::int32_t;  // from 0
  using Weight = std::int64_t;

  // Weights are at least 1 and their sum is below 2^60; std::invalid_argument where that is not so.
  explicit HittingSets(std::span<const Weight> weights);

  // From now on one of these must be in; std::invalid_argument where there is none.
  void hit(std::span<const Element> elements);

  // Satisfiable: found() is a cheapest set that hits all. Unknown: a limit came first; ask again to go on.
  Status minimum(const Limits& limits, const Pulse& pulse);

  const std::vector<Element>& found() const { return found_; }
  Weight cost() const { return least_ * unit_; }  // no set that hits all costs less
  Stop stopped() const { return stopped_; }
  std::int64_t failures() const { return failures_; }  // of the search: nodes left without success
  std::size_t bytes() const;
  void interrupt() noexcept { interrupted_.raise(); }

 private:
  enum class State : std::int8_t { out = -1, open = 0, in = 1 };
  using Row = std::uint32_t;
  using Price = std::int64_t;  // a weight, or part of one: in units of 1 / scale_

  struct Decision {
    std::size_t trail;
    Element element;
    bool turned;  // it has been in, now it is out
  };

  std::span<const Element> elements(Row row) const {
    return {elements_.data() + begins_[row], begins_[row + 1] - begins_[row]};
  }
  std::span<const Element> open_of(std::size_t missed) const {
    return {listed_.data() + listed_begins_[missed], listed_begins_[missed + 1] - listed_begins_[missed]};
  }
  std::size_t rows() const { return begins_.size() - 1; }
  State& state(Element element) { return states_[static_cast<std::size_t>(element)]; }
  Weight weight(Element element) const { return weights_[static_cast<std::size_t>(element)]; }
  Price& reduced(Element element) { return reduced_[static_cast<std::size_t>(element)]; }
  std::span<const Row> rows_with(Element element) const {
    return rows_with_[static_cast<std::size_t>(element)];
  }

  bool start(const Limits& limits, const Pulse& pulse);
  bool out_of_limits();
  void set(Element element, State to);
  void take_back(std::size_t trail);
  bool propagate();
  bool settle();
  void gather();
  Price relax();
  void list_open();
  template <class Multiplier>
  Price reduce(Multiplier&& multiplier);
  void fix(Price relaxed);
  bool too_dear(Weight at_least);
  Weight rounded_up(Price price) const;
  Weight complete();
  void branch();
  bool turn();
  bool deepen();
  bool found_hits_all() const;
  bool counts_are_right() const;

  std::vector<Weight> weights_;  // in units of their greatest common divisor
  Weight unit_ = 0, leap_ = 0;
  Price scale_ = 1;
  std::vector<Element> elements_;
  std::vector<std::size_t> begins_{0};
  std::vector<std::vector<Row>> rows_with_;

  // where the search stands
  Weight least_ = 0;  // nothing costs less
  Weight bound_ = 0, next_bound_, spent_ = 0;
  std::vector<Element> best_;  // with leaps: the cheapest so far, dearer than the bound
  std::vector<State> states_;
  std::vector<std::uint32_t> hits_, open_;  // by row: elements that are in, and that are open
  std::vector<Element> trail_;
  std::vector<Decision> decisions_;
  std::vector<Row> waiting_;  // rows that may force an element
  bool fresh_ = true;         // there is something new since prices were last improved

  std::vector<Price> multipliers_;  // by row
  std::vector<Price> reduced_;      // by element: what is left of its price
  std::vector<Row> missed_;         // rows that nothing hits yet
  std::vector<Element> found_;

  // while prices are improved: the open elements, all of them and by row that is not hit yet
  std::vector<Element> order_, listed_, candidate_;
  std::vector<std::size_t> listed_begins_;
  std::vector<Price> best_multipliers_;
  std::vector<int> slopes_;
  std::vector<std::uint32_t> covered_;  // by row: elements that a completed set has of it

  Limits limits_;
  const Pulse* pulse_ = nullptr;
  Flag interrupted_;
  std::int64_t failures_ = 0, failures_before_ = 0;
  std::chrono::steady_clock::time_point started_, next_pulse_;
  Stop stopped_ = Stop::none;
};

}  // namespace satplay
