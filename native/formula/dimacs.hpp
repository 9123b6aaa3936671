// Reading DIMACS CNF, pushed in as chunks of any size.
//
// The grammar (DIMACS, "Satisfiability: Suggested Format", 1993, as solvers read it today): lines that start
// with `c` are comments, before and between clauses; `p cnf VARIABLES CLAUSES` stands alone on its line,
// once, before the first clause; then numbers, each clause closed by a 0, over any number of lines. A
// line `%` ends the file, as in the old SATLIB collections. The comment `c name N TEXT` gives variable N a
// name.
//
// src/satplay/logic/dimacs_plain.py is the same reader in Python; a test compares their results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../invariant.hpp"

namespace satplay {

using Byte = unsigned char;

// A syntax error. `token`: what was found; "" is the end of the file, "\n" the end of a line. Lines and
// columns count from 1, columns in bytes.
struct Fault {
  std::string_view expected;  // one of the words in namespace expected
  std::string token;
  std::uint64_t line;
  std::uint64_t column;
};

// Python turns these into messages.
namespace expected {
inline constexpr std::string_view kHeader = "header";
inline constexpr std::string_view kOneHeader = "one header";
inline constexpr std::string_view kCnf = "cnf";
inline constexpr std::string_view kVariableCount = "variable count";
inline constexpr std::string_view kClauseCount = "clause count";
inline constexpr std::string_view kEndOfHeader = "end of header";
inline constexpr std::string_view kLiteral = "literal";
inline constexpr std::string_view kNoComment = "no comment";
inline constexpr std::string_view kNoMoreClauses = "no more clauses";
inline constexpr std::string_view kMoreClauses = "more clauses";
inline constexpr std::string_view kEndOfClause = "end of clause";
inline constexpr std::string_view kEndOfFile = "end of file";
}  // namespace expected

// A growing array of int32 from malloc: realloc moves pages instead of copying, and the owner that takes the
// memory frees it with free. The caller writes into the reserved space.
class Numbers {
 public:
  using Memory = std::unique_ptr<std::int32_t, decltype(&std::free)>;

  void reserve(std::size_t more);
  std::int32_t* end() { return memory_.get() + size_; }
  void end_at(const std::int32_t* end) { size_ = static_cast<std::size_t>(end - memory_.get()); }
  void push(std::int32_t number) {
    INVARIANT(size_ < capacity_);
    memory_.get()[size_++] = number;
  }
  std::pair<Memory, std::size_t> take();

 private:
  Memory memory_{nullptr, &std::free};
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

class DimacsReader {
 public:
  using Name = std::pair<std::int32_t, std::string>;

  // Both stop at the first fault; later calls return the same fault.
  const std::optional<Fault>& feed(std::span<const Byte> bytes);
  const std::optional<Fault>& finish();

  std::uint64_t variables() const { return variables_; }
  std::uint64_t declared_clauses() const { return declared_clauses_; }
  std::uint64_t clause_count() const { return clause_count_; }
  std::uint64_t header_line() const { return header_line_; }
  bool commented() const { return commented_; }
  const std::vector<Name>& names() const { return names_; }
  std::pair<Numbers::Memory, std::size_t> take_clauses() { return numbers_.take(); }

  // Reading releases the interpreter lock, so this lock is for threads that share a reader.
  std::mutex turn;

 private:
  enum class State { kBeforeHeader, kFormat, kVariableCount, kClauseCount, kEndOfHeader, kClauses, kEnded };

  void feed_block(const Byte* begin, const Byte* end);
  const Byte* read_numbers(const Byte* at, const Byte* end);
  const Byte* read_byte(const Byte* at);
  const Byte* read_comment(const Byte* at, const Byte* end);
  void end_line(const Byte* at);
  void end_comment(std::string_view comment);
  void judge_token();
  void judge_number();
  void complain(std::string_view what, std::string_view token, std::uint64_t column);
  std::uint64_t column(const Byte* at) const;

  State state_ = State::kBeforeHeader;
  std::optional<Fault> fault_;

  // The position: `block_` is at byte `offset_` of the file.
  const Byte* block_ = nullptr;
  std::uint64_t offset_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t line_offset_ = 0;

  // A word or comment that continues in the next block.
  std::string token_;
  std::uint64_t token_column_ = 0;
  std::string comment_;
  bool in_comment_ = false;
  bool in_prose_ = false;  // the comment names no variable: the rest of it is skipped

  // The result.
  std::uint64_t header_line_ = 0;
  std::uint64_t variables_ = 0;
  std::uint64_t declared_clauses_ = 0;
  std::uint64_t clause_count_ = 0;
  bool in_clause_ = false;
  bool commented_ = false;
  Numbers numbers_;
  std::vector<Name> names_;
};

}  // namespace satplay
