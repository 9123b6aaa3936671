// From the LRAT proof of one cube to a part.
#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "part.hpp"

namespace satplay::joining {

namespace {

constexpr std::size_t lines_between_beats = 1 << 15;  // a few milliseconds of work

using Index = std::uint32_t;  // of a line that adds a clause
constexpr Index no_index = UINT32_MAX;

// Words of the text that are numbers; a comment, which starts a line with 'c', is skipped.
class Words {
 public:
  Words(std::span<const char> text, std::size_t at = 0) : text_(text), at_(at) {}

  bool at_end() {
    while (at_ < text_.size() && is_space(text_[at_])) at_++;
    return at_ == text_.size();
  }
  bool skip(char mark) {
    if (at_end() || text_[at_] != mark) return false;
    at_++;
    return true;
  }
  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') at_++;
  }
  std::int64_t number() {
    if (at_end()) throw Malformed("the proof ends within a line");
    std::int64_t value = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc() || end == begin) throw Malformed("the proof contains a word that is no number");
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }
  void skip_numbers() {
    while (number() != 0) {
    }
  }
  std::size_t at() const { return at_; }

 private:
  static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  std::span<const char> text_;
  std::size_t at_;
};

class Trimmer {
 public:
  Trimmer(std::span<const char> lrat, std::int64_t given, std::span<const std::int32_t> cube,
          const Pulse& pulse)
      : text_(lrat),
        given_(given),
        cube_(cube),
        assumed_(given + static_cast<std::int64_t>(cube.size())),
        words_per_lemma_((cube.size() + 63) / 64),
        pulse_(pulse) {}

  Part run() {
    find_lines();
    mark_needed();
    lift();
    find_last_uses();
    return write();
  }

 private:
  struct Line {
    std::int64_t id;
    std::size_t lits;  // place in the text
  };
  // A lemma that is needed. `same_as`: its only hint, if the clause follows from that one alone; then the
  // lemma is not written, because the hint can stand for it.
  struct Lemma {
    std::size_t lits_begin, lits_end, hints_begin, hints_end;
    std::int64_t same_as = 0;
    Index last_use = no_index;
    bool written = false;
  };

  void beat() {
    if (++work_ % lines_between_beats == 0 && pulse_ && !pulse_()) throw Interrupted();
  }

  // All lines up to the empty clause.
  void find_lines() {
    Words words(text_);
    while (!words.at_end()) {
      beat();
      if (words.skip('c')) {
        words.skip_line();
        continue;
      }
      const std::int64_t id = words.number();
      if (words.skip('d')) {
        words.skip_numbers();
        continue;
      }
      if (id <= assumed_ || (!lines_.empty() && id <= lines_.back().id))
        throw Malformed("the numbers of the lines do not increase");
      if (lines_.size() == no_index) throw Malformed("the proof has too many lines");
      lines_.push_back({id, words.at()});
      const bool is_empty = words.number() == 0;
      if (!is_empty) words.skip_numbers();
      words.skip_numbers();
      if (is_empty) return;
    }
    throw Malformed("the proof does not derive the empty clause");
  }

  // The line of a lemma.
  Index line_of(std::int64_t id) const {
    const auto found = std::lower_bound(lines_.begin(), lines_.end(), id,
                                        [](const Line& a, std::int64_t b) { return a.id < b; });
    if (found == lines_.end() || found->id != id) throw Malformed("a hint names a clause that is not there");
    return static_cast<Index>(found - lines_.begin());
  }

  template <class Use>
  void for_each_hint(Index line, Use&& use) const {
    Words words(text_, lines_[line].lits);
    words.skip_numbers();
    while (const std::int64_t hint = words.number()) {
      if (hint < 0) throw Malformed("the proof has a RAT line");
      use(hint);
    }
  }

  void mark_needed() {
    lemma_of_.assign(lines_.size(), no_index);
    lemma_of_.back() = 0;
    Index needed = 0;
    for (auto line = static_cast<Index>(lines_.size()); line-- > 0;) {
      if (lemma_of_[line] == no_index) continue;
      beat();
      needed++;
      for_each_hint(line, [&](std::int64_t hint) {
        if (hint > assumed_) lemma_of_[line_of(hint)] = 0;
      });
    }
    lemmas_.reserve(needed);
  }

  // Adds to each lemma the negations of the literals of the cube that it depends on.
  void lift() {
    dependencies_.reserve(lemmas_.capacity() * words_per_lemma_);
    for (Index line = 0; line < lines_.size(); line++) {
      if (lemma_of_[line] == no_index) continue;
      beat();
      lemma_of_[line] = static_cast<Index>(lemmas_.size());
      const std::size_t own = dependencies_.size();
      dependencies_.resize(own + words_per_lemma_);
      Lemma lemma{lits_.size(), 0, hints_.size(), 0};
      for_each_hint(line, [&](std::int64_t hint) { use_hint(hint, own); });
      Words words(text_, lines_[line].lits);
      while (const std::int64_t lit = words.number()) lits_.push_back(static_cast<std::int32_t>(lit));
      for (std::size_t place = 0; place < cube_.size(); place++) {
        if (!(dependencies_[own + place / 64] >> place % 64 & 1)) continue;
        const auto begin = lits_.begin() + static_cast<std::ptrdiff_t>(lemma.lits_begin);
        if (std::find(begin, lits_.end(), -cube_[place]) == lits_.end()) lits_.push_back(-cube_[place]);
      }
      lemma.lits_end = lits_.size();
      lemma.hints_end = hints_.size();
      if (lemma.hints_end - lemma.hints_begin == 1) lemma.same_as = hints_.back();
      lemmas_.push_back(lemma);
    }
    lemmas_.back().same_as = 0;  // the last one is written in any case
  }

  // Notes a hint of the present lemma, whose dependencies start at `own`. Hints are the numbers of given
  // clauses, or negative: minus 1 minus a lemma.
  void use_hint(std::int64_t hint, std::size_t own) {
    if (hint > given_ && hint <= assumed_) {
      const auto place = static_cast<std::size_t>(hint - given_ - 1);
      dependencies_[own + place / 64] |= std::uint64_t{1} << place % 64;
      return;
    }
    if (hint <= given_) {
      hints_.push_back(hint);
      return;
    }
    const Index lemma = lemma_of_[line_of(hint)];
    if (lemma == no_index || lemma >= lemmas_.size()) throw Malformed("a hint names a later clause");
    for (std::size_t word = 0; word < words_per_lemma_; word++)
      dependencies_[own + word] |= dependencies_[lemma * words_per_lemma_ + word];
    hints_.push_back(lemmas_[lemma].same_as != 0 ? lemmas_[lemma].same_as : -1 - std::int64_t{lemma});
  }

  static Index as_lemma(std::int64_t hint) { return static_cast<Index>(-1 - hint); }

  void find_last_uses() {
    lemmas_.back().written = true;
    for (auto number = static_cast<Index>(lemmas_.size()); number-- > 0;) {
      const Lemma& lemma = lemmas_[number];
      if (!lemma.written) continue;
      beat();
      for (std::size_t at = lemma.hints_begin; at < lemma.hints_end; at++) {
        if (hints_[at] > 0) continue;
        Lemma& used = lemmas_[as_lemma(hints_[at])];
        used.written = true;
        if (used.last_use == no_index) used.last_use = number;
      }
    }
  }

  void put(std::uint64_t value) {
    for (; value > 0x7f; value >>= 7) part_.bytes.push_back(static_cast<std::uint8_t>((value & 0x7f) | 0x80));
    part_.bytes.push_back(static_cast<std::uint8_t>(value));
  }

  Part write() {
    std::vector<Index> place(lemmas_.size());  // among the written ones
    std::vector<Index> unused;
    Index count = 0;
    for (Index number = 0; number < lemmas_.size(); number++) {
      const Lemma& lemma = lemmas_[number];
      if (!lemma.written) continue;
      beat();
      const Index own = place[number] = count++;
      put(lemma.lits_end - lemma.lits_begin);
      for (std::size_t at = lemma.lits_begin; at < lemma.lits_end; at++)
        put(2 * static_cast<std::uint64_t>(std::abs(lits_[at])) + (lits_[at] < 0));
      put(lemma.hints_end - lemma.hints_begin);
      unused.clear();
      for (std::size_t at = lemma.hints_begin; at < lemma.hints_end; at++) {
        if (hints_[at] > 0) {
          put(2 * static_cast<std::uint64_t>(hints_[at]));
          continue;
        }
        const Index used = as_lemma(hints_[at]);
        put(2 * std::uint64_t{own - place[used]} + 1);
        if (lemmas_[used].last_use == number) {
          unused.push_back(own - place[used]);
          lemmas_[used].last_use = no_index;  // a hint may be named twice
        }
      }
      put(unused.size());
      for (const Index distance : unused) put(distance);
    }
    const Lemma& last = lemmas_.back();
    part_.clause.assign(lits_.begin() + static_cast<std::ptrdiff_t>(last.lits_begin), lits_.end());
    return std::move(part_);
  }

  std::span<const char> text_;
  std::int64_t given_;
  std::span<const std::int32_t> cube_;
  std::int64_t assumed_;  // clauses of the formula and literals of the cube
  std::size_t words_per_lemma_;
  const Pulse& pulse_;
  std::size_t work_ = 0;
  std::vector<Line> lines_;
  std::vector<Index> lemma_of_;  // by line; no_index: not needed
  std::vector<Lemma> lemmas_;
  std::vector<std::uint64_t> dependencies_;  // by lemma: the places of literals of the cube, as bits
  std::vector<std::int32_t> lits_;
  std::vector<std::int64_t> hints_;
  Part part_;
};

}  // namespace

Part trim(std::span<const char> lrat, std::int64_t given, std::span<const std::int32_t> cube,
          const Pulse& pulse) {
  return Trimmer(lrat, given, cube, pulse).run();
}

}  // namespace satplay::joining
