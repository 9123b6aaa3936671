#include "cache.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace satplay::counting {

namespace {

constexpr std::size_t smallest_table = 1024;

std::uint64_t hash_of(std::span<const std::uint8_t> bytes) {
  std::uint64_t hash = 0x9e3779b97f4a7c15u ^ bytes.size();
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t size = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), size);
    bytes = bytes.subspan(size);
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

void Key::append(std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) bytes_.push_back(static_cast<std::uint8_t>(number | 0x80));
  bytes_.push_back(static_cast<std::uint8_t>(number));
}

void Key::assign(std::span<const std::uint32_t> variables, std::span<const std::uint32_t> clauses) {
  bytes_.clear();
  append(static_cast<std::uint32_t>(variables.size()));  // where the second list begins
  for (const auto& list : {variables, clauses}) {
    std::uint32_t last = 0;
    for (const std::uint32_t number : list) {
      append(number - last);
      last = number;
    }
  }
  hash_ = hash_of(bytes_);
}

Cache::Cache(std::size_t most_bytes, Statistics& statistics)
    : most_bytes_(most_bytes), table_(smallest_table), statistics_(statistics) {}

Cache::~Cache() {
  for (Entry* entry : table_)
    while (entry != nullptr) ::operator delete(std::exchange(entry, entry->next));
}

std::optional<Natural> Cache::find(const Key& key) {
  ++questions_;
  for (Entry* entry = bucket(key.hash()); entry != nullptr; entry = entry->next) {
    if (entry->hash != key.hash() || entry->key_size != key.bytes().size()) continue;
    if (std::memcmp(entry->key(), key.bytes().data(), entry->key_size) != 0) continue;
    entry->asked = questions_;
    ++statistics_.cache_hits;
    return Natural(std::span(entry->count(), entry->limbs));
  }
  return std::nullopt;
}

void Cache::store(const Key& key, const Natural& count) {
  const std::size_t size =
      sizeof(Entry) + count.size() * sizeof(std::uint32_t) + key.bytes().size() + sizeof(Entry*);
  if (size > most_bytes_) return;
  while (bytes_ + size > most_bytes_) evict();
  if (entries_ >= table_.size()) grow();
  Entry*& first = bucket(key.hash());
  auto* const entry = new (::operator new(size))
      Entry{first, key.hash(), questions_, static_cast<std::uint32_t>(count.size()),
            static_cast<std::uint32_t>(key.bytes().size())};
  for (std::size_t i = 0; i < count.size(); ++i) entry->count()[i] = count.limb(i);
  std::memcpy(entry->key(), key.bytes().data(), entry->key_size);
  first = entry;
  bytes_ += entry->size();
  statistics_.cache_entries = static_cast<std::int64_t>(++entries_);
  statistics_.cache_bytes = static_cast<std::int64_t>(bytes());
}

void Cache::grow() {
  std::vector<Entry*> old(2 * table_.size());
  old.swap(table_);
  for (Entry* entry : old)
    while (entry != nullptr) {
      Entry* const moved = std::exchange(entry, entry->next);
      moved->next = std::exchange(bucket(moved->hash), moved);
    }
}

void Cache::evict() {
  std::vector<std::uint64_t> asked;
  for (Entry* first : table_)
    for (Entry* entry = first; entry != nullptr; entry = entry->next) asked.push_back(entry->asked);
  const auto middle = asked.begin() + static_cast<std::ptrdiff_t>(asked.size() / 2);
  std::nth_element(asked.begin(), middle, asked.end());
  const std::uint64_t oldest_kept = asked.empty() ? 0 : *middle + 1;
  for (Entry*& first : table_)
    for (Entry** link = &first; *link != nullptr;) {
      Entry* const entry = *link;
      if (entry->asked >= oldest_kept) {
        link = &entry->next;
        continue;
      }
      *link = entry->next;
      bytes_ -= entry->size();
      --entries_;
      ++statistics_.cache_evicted;
      ::operator delete(entry);
    }
}

}  // namespace satplay::counting
