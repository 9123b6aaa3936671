// Minimum hitting sets: a set of elements of least weight that intersects each of many sets.
#pragma once
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "../solver.hpp"

namespace satplay {

// Sets are added one by one, and the minimum can only rise. So the search is not restarted: the tree is
// bounded by a cost that rises when the whole tree is refuted (iterative deepening: Korf 1985), and after a
// new set the search continues at the current node. With large weights the bound rises in large steps,
// followed by a search for cheaper sets.
class HittingSets {
 public:
  using Element = std::int32_t;  // from 0
  using Weight = std::int64_t;

  // Weights are at least 1 and their sum is below 2^60; otherwise throws std::invalid_argument.
  explicit HittingSets(std::span<const Weight> weights);

  // Adds a set to be hit; throws std::invalid_argument if it is empty.
  void hit(std::span<const Element> elements);

  // Satisfiable: found() is a minimum hitting set. Unknown: a limit was reached; another call continues.
  Status minimum(const Limits& limits, const Pulse& pulse);

  const std::vector<Element>& found() const { return found_; }
  Weight cost() const { return least_ * unit_; }  // a lower bound of the minimum
  Stop stopped() const { return stopped_; }
  std::int64_t failures() const { return failures_; }  // search nodes left without success
  std::size_t bytes() const;
  void interrupt() noexcept { interrupted_.raise(); }

 private:
  enum class State : std::int8_t { out = -1, open = 0, in = 1 };
  using Row = std::uint32_t;
  using Price = std::int64_t;  // a weight, or part of one: in units of 1 / scale_

  struct Decision {
    std::size_t trail;
    Element element;
    bool turned;  // the second branch: excluded
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
  double find_slopes();
  void list_open();
  template <class Multiplier>
  Price reduce(Multiplier&& multiplier);
  void fix(Price relaxed);
  bool too_dear(Weight at_least);
  Weight rounded_up(Price price) const;
  Element cheapest_open(Row row);
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

  // state of the search
  Weight least_ = 0;  // lower bound
  Weight bound_ = 0, next_bound_, spent_ = 0;
  std::vector<Element> best_;  // with large steps: the cheapest so far, above the bound
  std::vector<State> states_;
  std::vector<std::uint32_t> hits_, open_;  // by row: elements that are in, and that are open
  std::vector<Element> trail_;
  std::vector<Decision> decisions_;
  std::vector<Row> waiting_;  // rows that may force an element
  bool fresh_ = true;         // something changed since the multipliers were improved

  std::vector<Price> multipliers_;  // by row
  std::vector<Price> reduced_;      // by element: reduced cost
  std::vector<Row> missed_;         // rows not hit yet
  std::vector<Element> found_;

  // while prices are improved: the open elements, all of them and by row that is not hit yet
  std::vector<Element> order_, listed_, candidate_;
  std::vector<std::size_t> listed_begins_;
  std::vector<Price> best_multipliers_;
  std::vector<int> slopes_;
  std::vector<std::uint32_t> covered_;  // by row: its elements in a completed set

  Limits limits_;
  const Pulse* pulse_ = nullptr;
  Flag interrupted_;
  std::int64_t failures_ = 0, failures_before_ = 0;
  std::chrono::steady_clock::time_point started_, next_pulse_;
  Stop stopped_ = Stop::none;
};

}  // namespace satplay
