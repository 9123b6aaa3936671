// The costs of the steps alone: reasons are found only if they matter.
#include <algorithm>

#include "deadline.hpp"
#include "explainer.hpp"

namespace satplay::explaining {

void Explainer::Costs::add(std::int32_t cost, std::int32_t cheap) {
  dearest = std::max(dearest, cost);
  dear += cost > cheap ? 1 : 0;
}

Explainer::CostBounds Explainer::bound_costs(StepLimits allowed, const Limits& limits, const Pulse& pulse) {
  Deadline deadline(limits, pulse);
  return bound_costs(allowed, deadline);
}

Explainer::CostBounds Explainer::bound_costs(StepLimits allowed, Deadline& deadline) {
  const auto [max_cost, cheap, allowed_dear] = allowed;
  defers_reports_ = true;
  CostBounds bounds;
  std::size_t counted = 0;
  while (bounds.result == Result::step) {
    // An instance on demand may cost more than the probes after it, and lead nowhere: it is entered.
    bounds.result = advance(max_cost, INT32_MAX, deadline);
    for (; counted < records_.size(); ++counted) {
      const Record& record = records_[counted];
      if (record.is_plain) continue;
      bounds.most.add(record.step.cost, cheap);
      if (is_drawn(record.step)) bounds.least.add(record.step.cost, cheap);
    }
    if (bounds.least.dearest > max_cost || bounds.least.dear > allowed_dear) bounds.result = Result::dearer;
  }
  return bounds;
}

std::vector<Lit> Explainer::facts_before_cost(std::int32_t cost) const {
  const auto dear = std::ranges::find_if(
      records_, [&](const Record& record) { return !record.is_plain && record.step.cost > cost; });
  const std::size_t count = dear == records_.end() ? trail_.size() : dear->begin;
  std::vector<Lit> facts;
  for (std::size_t place = 0; place < count; ++place)
    if (is_fact_[variable(trail_[place])]) facts.push_back(trail_[place]);
  return facts;
}

Explainer::Costs Explainer::exact_costs(std::int32_t cheap, std::int32_t allowed_dear) {
  Costs costs;
  std::size_t counted = 0;
  const auto count = [&] {
    for (; counted < reported_.size(); ++counted) {
      const Record& record = records_[static_cast<std::size_t>(reported_[counted])];
      if (!record.is_plain) costs.add(record.step.cost, cheap);
    }
  };
  count();
  std::size_t next = 0;
  while (next < deferred_.size() && costs.dear <= allowed_dear) {
    report(deferred_[next++]);
    count();
  }
  deferred_.erase(deferred_.begin(), deferred_.begin() + static_cast<std::ptrdiff_t>(next));
  return costs;
}

void Explainer::report_deferred() {
  for (const std::int32_t number : deferred_) report(number);
  deferred_.clear();
}

}  // namespace satplay::explaining
