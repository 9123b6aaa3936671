#include "reader.hpp"

#include <algorithm>

namespace satplay::checker {

namespace {

constexpr std::int64_t max_variable = INT32_MAX;
constexpr std::int64_t max_id = INT64_C(1) << 62;
constexpr std::ptrdiff_t quoted_length = 40;  // characters of a wrong token that are quoted
constexpr std::ptrdiff_t piece = 1 << 16;     // bytes of a comment skipped between two pulses

constexpr auto a_step = "a literal, 0 or d";
constexpr auto a_literal = "a literal or 0 to close the clause";
constexpr auto a_line = "the number of a clause";
constexpr auto a_hint = "the number of a clause or 0 to close the list";
constexpr auto a_mark = "the byte a or d";
constexpr auto a_code = "a literal from 2 to 4294967295 or 0 to close the clause";

bool blank(std::uint8_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace

void Reader::fault(const std::uint8_t* token, const char* expected) const {
  const auto* stop = token;
  while (stop != end_ && stop - token < quoted_length && !blank(*stop)) ++stop;
  throw Fault{expected, std::string(token, stop), line_, static_cast<std::uint64_t>(token - line_start_) + 1};
}

bool Reader::next(Step& step) {
  step.lits.clear();
  step.ids.clear();
  step.deletes = false;
  const bool more = format_ == Format::binary_drat ? next_binary(step)
                    : format_ == Format::text_drat ? next_drat(step)
                                                   : next_lrat(step);
  steps_ += more;
  return more;
}

// -- text -------------------------------------------------------------------------------------------

bool Reader::skip_blanks() {
  for (; at_ != end_ && blank(*at_); ++at_) {
    pulse_.spent(1);
    if (*at_ == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
  }
  return at_ != end_;
}

// A comment begins where a step could begin, and extends to the end of its line.
bool Reader::skip_to_step() {
  while (skip_blanks() && *at_ == 'c') {
    while (at_ != end_ && *at_ != '\n') {
      at_ = std::find(at_, at_ + std::min(end_ - at_, piece), '\n');
      pulse_.spent(piece / 16);
    }
  }
  step_line_ = line_;
  step_start_ = at_;
  return at_ != end_;
}

bool Reader::deletion_mark() {
  if (*at_ != 'd' || (end_ - at_ > 1 && !blank(at_[1]))) return false;
  ++at_;
  return true;
}

std::int64_t Reader::number(std::int64_t most, const char* expected) {
  if (!skip_blanks()) fault(at_, expected);
  const auto* const token = at_;
  const bool negative = *at_ == '-';
  at_ += negative;
  const auto* const digits = at_;
  std::int64_t value = 0;
  for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
    const int digit = *at_ - '0';
    if (value > (most - digit) / 10) fault(token, expected);
    value = 10 * value + digit;
    if (value == 0) pulse_.spent(1);  // there may be any number of leading zeros
  }
  if (at_ == digits || (negative && value == 0) || (at_ != end_ && !blank(*at_))) fault(token, expected);
  return negative ? -value : value;
}

void Reader::literals(Vector<std::int32_t>& lits) {
  while (const std::int64_t lit = number(max_variable, a_literal))
    lits.push_back(static_cast<std::int32_t>(lit));
}

void Reader::clause_ids(Vector<std::int64_t>& ids, bool negative_too) {
  for (;;) {
    if (!skip_blanks()) fault(at_, a_hint);
    const auto* const token = at_;
    const std::int64_t id = number(max_id, a_hint);
    if (id == 0) return;
    if (id < 0 && !negative_too) fault(token, a_hint);
    ids.push_back(id);
  }
}

bool Reader::next_drat(Step& step) {
  if (!skip_to_step()) return false;
  step.deletes = deletion_mark();
  if (!step.deletes) {
    const std::int64_t lit = number(max_variable, a_step);
    if (lit == 0) return true;
    step.lits.push_back(static_cast<std::int32_t>(lit));
  }
  literals(step.lits);
  return true;
}

bool Reader::next_lrat(Step& step) {
  if (!skip_to_step()) return false;
  const auto* const token = at_;
  step.id = number(max_id, a_line);
  if (step.id < 0) fault(token, a_line);
  step.deletes = skip_blanks() && deletion_mark();
  if (!step.deletes) literals(step.lits);
  clause_ids(step.ids, !step.deletes);
  return true;
}

// -- bytes ------------------------------------------------------------------------------------------

bool Reader::next_binary(Step& step) {
  step_start_ = at_;
  if (at_ == end_) return false;
  const auto wrong = [&](const std::uint8_t* byte, const char* expected) {
    throw Fault{expected, byte == end_ ? "" : std::string(byte, byte + 1), 0,
                static_cast<std::uint64_t>(byte - start_)};
  };
  if (*at_ != 'a' && *at_ != 'd') wrong(at_, a_mark);
  step.deletes = *at_++ == 'd';
  for (;;) {
    const auto* const first = at_;
    std::uint64_t code = 0;
    pulse_.spent(1);
    for (unsigned shift = 0;; shift += 7) {
      if (at_ == end_) wrong(at_, a_code);
      code |= static_cast<std::uint64_t>(*at_ & 0x7f) << shift;
      if (*at_++ < 0x80) break;
      if (shift == 28) wrong(first, a_code);  // five groups of seven bits hold every literal
    }
    if (code == 0 && at_ - first == 1) return true;
    if (code < 2 || code > UINT32_MAX) wrong(first, a_code);
    const auto variable = static_cast<std::int32_t>(code >> 1);
    step.lits.push_back(code & 1 ? -variable : variable);
  }
}

}  // namespace satplay::checker
