#include "dimacs.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

namespace satplay {
namespace {

constexpr std::uint64_t kMaxVar = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t kMaxClauses = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kLongestToken = 64;  // no word of the format is longer; longer ones are cut
constexpr std::size_t kBlock = 1 << 16;    // room for numbers is reserved once per block, not per number
constexpr std::size_t kDigits = 10;        // of the largest variable

constexpr bool is_blank(Byte byte) {
  return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

constexpr bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

// The value of the digits, if there are only digits and it is at most `limit`.
std::optional<std::uint64_t> parse(std::string_view digits, std::uint64_t limit) {
  if (digits.empty()) return std::nullopt;
  std::uint64_t value = 0;
  for (const char byte : digits) {
    if (!is_digit(byte)) return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(byte - '0');
    if (digit > limit || value > (limit - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

struct Naming {
  std::int32_t variable;
  std::size_t text;  // where the name starts
};

// Whether the comment starts with `c name N `.
std::optional<Naming> parse_naming(std::string_view comment) {
  constexpr std::string_view kPrefix = "c name ";
  if (!comment.starts_with(kPrefix)) return std::nullopt;
  const std::size_t blank = comment.find(' ', kPrefix.size());
  if (blank == comment.npos || blank - kPrefix.size() > kDigits) return std::nullopt;
  const auto variable = parse(comment.substr(kPrefix.size(), blank - kPrefix.size()), kMaxVar);
  if (!variable || *variable == 0) return std::nullopt;
  return Naming{static_cast<std::int32_t>(*variable), blank + 1};
}

constexpr std::size_t kNamingLength = 7 + kDigits + 1;

std::string_view stripped(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

}  // namespace

// -- the array ---------------------------------------------------------------------------------------------

void Numbers::reserve(std::size_t more) {
  if (capacity_ - size_ >= more) return;
  const std::size_t capacity = std::max(size_ + more, capacity_ + capacity_ / 2);
  if (capacity > std::numeric_limits<std::size_t>::max() / sizeof(std::int32_t)) throw std::bad_alloc();
  void* grown = std::realloc(memory_.get(), capacity * sizeof(std::int32_t));
  if (grown == nullptr) throw std::bad_alloc();
  static_cast<void>(memory_.release());  // realloc has freed or moved it
  memory_.reset(static_cast<std::int32_t*>(grown));
  capacity_ = capacity;
}

std::pair<Numbers::Memory, std::size_t> Numbers::take() {
  reserve(1);  // callers expect a pointer even for an empty array
  if (size_ > 0 && capacity_ > size_) {
    // Frees the unused capacity; if that fails, the larger memory is used.
    if (void* fitted = std::realloc(memory_.get(), size_ * sizeof(std::int32_t)); fitted != nullptr) {
      static_cast<void>(memory_.release());
      memory_.reset(static_cast<std::int32_t*>(fitted));
    }
  }
  capacity_ = 0;
  return {std::exchange(memory_, Memory{nullptr, &std::free}), std::exchange(size_, 0)};
}

// -- bytes -------------------------------------------------------------------------------------------------

const std::optional<Fault>& DimacsReader::feed(std::span<const Byte> bytes) {
  while (!bytes.empty() && !fault_) {
    const auto block = bytes.first(std::min(bytes.size(), kBlock));
    feed_block(block.data(), block.data() + block.size());
    bytes = bytes.subspan(block.size());
  }
  return fault_;
}

void DimacsReader::feed_block(const Byte* begin, const Byte* end) {
  numbers_.reserve(static_cast<std::size_t>(end - begin) / 2 + 1);  // at most every second byte ends a number
  block_ = begin;
  for (const Byte* at = begin; at != end && !fault_;) {
    if (in_comment_) {
      at = read_comment(at, end);
    } else if (state_ == State::kClauses && token_.empty()) {
      at = read_numbers(at, end);
      if (at != end) at = read_byte(at);
    } else {
      at = read_byte(at);
    }
  }
  offset_ += static_cast<std::uint64_t>(end - begin);
  block_ = nullptr;
}

// The fast path reads complete valid numbers and blanks. At anything else it stops and leaves it to the slow
// path.
const Byte* DimacsReader::read_numbers(const Byte* at, const Byte* end) {
  // One function because this loop reads most of a file. Its state is copied from members, so that the
  // compiler keeps it in registers.
  std::int32_t* out = numbers_.end();
  std::uint64_t line = line_;
  const Byte* line_start = nullptr;
  std::uint64_t clauses_left = declared_clauses_ - clause_count_;
  bool in_clause = in_clause_;
  const std::uint64_t variables = variables_;
  while (at != end) {
    if (is_blank(*at)) {
      if (*at == '\n') {
        ++line;
        line_start = at + 1;
      }
      ++at;
      continue;
    }
    const bool negative = *at == '-';
    const Byte* const first = at + negative;
    const Byte* const last = static_cast<std::size_t>(end - first) > kDigits ? first + kDigits : end;
    const Byte* digit = first;
    std::uint64_t value = 0;
    for (; digit != last; ++digit) {
      const unsigned figure = static_cast<unsigned>(*digit) - '0';
      if (figure > 9) break;
      value = value * 10 + figure;
    }
    if (digit == first || digit == end || !is_blank(*digit)) break;
    if (value > variables || (negative && value == 0)) break;
    if (!in_clause && clauses_left == 0) break;
    const auto number = static_cast<std::int32_t>(value);
    *out++ = negative ? -number : number;
    in_clause = value != 0;
    clauses_left -= value == 0;
    at = digit;
  }
  numbers_.end_at(out);
  line_ = line;
  if (line_start != nullptr) line_offset_ = offset_ + static_cast<std::uint64_t>(line_start - block_);
  clause_count_ = declared_clauses_ - clauses_left;
  in_clause_ = in_clause;
  return at;
}

const Byte* DimacsReader::read_byte(const Byte* at) {
  if (is_blank(*at)) {
    if (!token_.empty()) judge_token();
    if (*at == '\n' && !fault_) end_line(at);
    return at + 1;
  }
  if (token_.empty()) {
    token_column_ = column(at);
    if (*at == 'c' && token_column_ == 1 && state_ != State::kEnded) {
      if (in_clause_) complain(expected::kNoComment, "c", token_column_);
      in_comment_ = commented_ = true;
      return at;
    }
  }
  token_.push_back(static_cast<char>(*at));
  if (token_.size() > kLongestToken) judge_token();
  return at + 1;
}

const Byte* DimacsReader::read_comment(const Byte* at, const Byte* end) {
  const auto length = static_cast<std::size_t>(end - at);
  const auto* newline = static_cast<const Byte*>(std::memchr(at, '\n', length));
  const Byte* const stop = newline != nullptr ? newline : end;
  if (!in_prose_) {
    comment_.append(reinterpret_cast<const char*>(at), static_cast<std::size_t>(stop - at));
    if (comment_.size() > kNamingLength && !parse_naming(comment_)) {
      in_prose_ = true;
      comment_.clear();
    }
  }
  if (newline == nullptr) return end;
  end_comment(comment_);
  end_line(newline);
  return newline + 1;
}

void DimacsReader::end_comment(std::string_view comment) {
  if (const auto naming = parse_naming(comment)) {
    const std::string_view name = stripped(comment.substr(naming->text));
    if (!name.empty()) names_.emplace_back(naming->variable, name);
  }
  comment_.clear();
  in_comment_ = in_prose_ = false;
}

void DimacsReader::end_line(const Byte* at) {
  switch (state_) {
    case State::kFormat:
      return complain(expected::kCnf, "\n", column(at));
    case State::kVariableCount:
      return complain(expected::kVariableCount, "\n", column(at));
    case State::kClauseCount:
      return complain(expected::kClauseCount, "\n", column(at));
    case State::kEndOfHeader:
      state_ = State::kClauses;
      break;
    case State::kBeforeHeader:
    case State::kClauses:
    case State::kEnded:
      break;
  }
  ++line_;
  line_offset_ = offset_ + static_cast<std::uint64_t>(at + 1 - block_);
}

// -- words -------------------------------------------------------------------------------------------------

void DimacsReader::judge_token() {
  const auto wrong = [this](std::string_view what) { complain(what, token_, token_column_); };
  switch (state_) {
    case State::kBeforeHeader:
      if (token_ != "p") return wrong(expected::kHeader);
      header_line_ = line_;
      state_ = State::kFormat;
      break;
    case State::kFormat:
      if (token_ != "cnf") return wrong(expected::kCnf);
      state_ = State::kVariableCount;
      break;
    case State::kVariableCount: {
      const auto count = parse(token_, kMaxVar);
      if (!count || token_.size() > kLongestToken) return wrong(expected::kVariableCount);
      variables_ = *count;
      state_ = State::kClauseCount;
      break;
    }
    case State::kClauseCount: {
      const auto count = parse(token_, kMaxClauses);
      if (!count || token_.size() > kLongestToken) return wrong(expected::kClauseCount);
      declared_clauses_ = *count;
      state_ = State::kEndOfHeader;
      break;
    }
    case State::kEndOfHeader:
      return wrong(expected::kEndOfHeader);
    case State::kClauses:
      judge_number();
      break;
    case State::kEnded:
      if (token_ != "0") return wrong(expected::kEndOfFile);
      break;
  }
  token_.clear();
}

void DimacsReader::judge_number() {
  const auto wrong = [this](std::string_view what) { complain(what, token_, token_column_); };
  if (token_ == "p") return wrong(expected::kOneHeader);
  if (token_ == "%" && token_column_ == 1 && !in_clause_) {
    state_ = State::kEnded;
    return;
  }
  const bool negative = token_.front() == '-';
  const std::string_view digits = std::string_view(token_).substr(negative);
  const bool number = !digits.empty() && std::ranges::all_of(digits, is_digit) &&
                      token_.size() <= kLongestToken &&
                      !(negative && digits.find_first_not_of('0') == digits.npos);
  if (!number) return wrong(expected::kLiteral);
  if (!in_clause_ && clause_count_ == declared_clauses_) return wrong(expected::kNoMoreClauses);
  const auto value = parse(digits, variables_);
  if (!value) return wrong(expected::kLiteral);
  const auto variable = static_cast<std::int32_t>(*value);
  numbers_.push(negative ? -variable : variable);
  in_clause_ = variable != 0;
  clause_count_ += variable == 0;
}

const std::optional<Fault>& DimacsReader::finish() {
  if (fault_) return fault_;
  numbers_.reserve(1);
  const std::uint64_t here = offset_ - line_offset_ + 1;
  if (in_comment_) end_comment(comment_);
  if (!token_.empty()) judge_token();
  if (fault_) return fault_;
  switch (state_) {
    case State::kBeforeHeader:
      complain(expected::kHeader, "", here);
      break;
    case State::kFormat:
      complain(expected::kCnf, "", here);
      break;
    case State::kVariableCount:
      complain(expected::kVariableCount, "", here);
      break;
    case State::kClauseCount:
      complain(expected::kClauseCount, "", here);
      break;
    case State::kEndOfHeader:
    case State::kClauses:
    case State::kEnded:
      if (in_clause_) {
        complain(expected::kEndOfClause, "", here);
      } else if (clause_count_ < declared_clauses_) {
        complain(expected::kMoreClauses, "", here);
      }
      break;
  }
  return fault_;
}

void DimacsReader::complain(std::string_view what, std::string_view token, std::uint64_t column) {
  fault_ = Fault{what, std::string(token.substr(0, kLongestToken)), line_, column};
}

std::uint64_t DimacsReader::column(const Byte* at) const {
  return offset_ + static_cast<std::uint64_t>(at - block_) - line_offset_ + 1;
}

}  // namespace satplay
