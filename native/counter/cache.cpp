#include "cache.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "../invariant.hpp"

namespace satplay::counting {

namespace {

constexpr std::size_t smallest_table = 1024;
constexpr std::size_t smallest_block = 4096, largest_block = 1 << 20;

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

Cache::Cache(std::size_t most_bytes, Meter& meter)
    : most_bytes_(most_bytes / 3 * 2),
      block_bytes_(std::clamp(most_bytes / 16, smallest_block, largest_block)),
      table_(smallest_table),
      meter_(meter) {}

void Cache::bound(std::size_t most_bytes) {
  most_bytes_ = most_bytes / 3 * 2;
  while (bytes_ > most_bytes_) evict();
}

std::size_t Cache::bytes() const {
  return bytes_ + table_.capacity() * sizeof(Entry*);
}

std::optional<Natural> Cache::find(const Key& key) {
  ++lookups_;
  Entry* const entry = locate(key);
  if (entry == nullptr) return std::nullopt;
  entry->used = lookups_;
  ++meter_.statistics.cache_hits;
  return Natural(std::span(entry->count(), entry->limbs));
}

Cache::Entry* Cache::locate(const Key& key) const {
  for (Entry* entry = bucket(key.hash()); entry != nullptr; entry = entry->next) {
    if (entry->hash != key.hash() || entry->key_size != key.bytes().size()) continue;
    if (std::memcmp(entry->key(), key.bytes().data(), entry->key_size) == 0) return entry;
  }
  return nullptr;
}

void Cache::store(const Key& key, const Natural& count) {
  INVARIANT(locate(key) == nullptr);
  const std::size_t size = sizeof(Entry) + count.size() * sizeof(std::uint32_t) + key.bytes().size();
  if (size > most_bytes_) return;
  while (bytes_ + size > most_bytes_) evict();
  if (entries_ >= table_.size()) grow();
  Entry*& first = bucket(key.hash());
  auto* const entry =
      new (room(size)) Entry{first, key.hash(), lookups_, static_cast<std::uint32_t>(count.size()),
                             static_cast<std::uint32_t>(key.bytes().size())};
  for (std::size_t i = 0; i < count.size(); ++i) entry->count()[i] = count.limb(i);
  std::memcpy(entry->key(), key.bytes().data(), entry->key_size);
  first = entry;
  bytes_ += size;
  ++entries_;
  INVARIANT(entry->size() == size && bytes_ <= most_bytes_ && locate(key) == entry);
  tell();
}

void* Cache::room(std::size_t size) {
  size = (size + alignof(Entry) - 1) / alignof(Entry) * alignof(Entry);
  if (size > left_in_block_) {
    left_in_block_ = std::max(size, block_bytes_);
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(left_in_block_));
    next_in_block_ = blocks_.back().get();
  }
  left_in_block_ -= size;
  return std::exchange(next_in_block_, next_in_block_ + size);
}

void Cache::grow() {
  std::vector<Entry*> old(2 * table_.size());
  old.swap(table_);
  for (Entry* entry : old)
    while (entry != nullptr) {
      meter_.work(1);
      Entry* const moved = std::exchange(entry, entry->next);
      moved->next = std::exchange(bucket(moved->hash), moved);
    }
}

void Cache::evict() {
  std::vector<std::uint64_t> used;
  for (Entry* first : table_)
    for (Entry* entry = first; entry != nullptr; entry = entry->next) used.push_back(entry->used);
  const auto middle = used.begin() + static_cast<std::ptrdiff_t>(used.size() / 2);
  std::nth_element(used.begin(), middle, used.end());
  const std::uint64_t last_to_go = used.empty() ? 0 : *middle;
  const std::vector<Block> old = std::exchange(blocks_, {});
  left_in_block_ = bytes_ = 0;
  for (Entry*& first : table_) {
    for (Entry* entry = std::exchange(first, nullptr); entry != nullptr; entry = entry->next) {
      meter_.work(1);
      if (entry->used <= last_to_go) {
        --entries_;
        ++meter_.statistics.cache_evicted;
        continue;
      }
      const std::size_t size = entry->size();
      auto* const moved = static_cast<Entry*>(std::memcpy(room(size), entry, size));
      moved->next = std::exchange(first, moved);
      bytes_ += size;
    }
  }
  INVARIANT(entries_are_right());
  tell();
}

// For invariants. Whether every entry is in its bucket, once, and all are counted.
bool Cache::entries_are_right() const {
  std::size_t entries = 0, bytes = 0;
  for (std::size_t at = 0; at < table_.size(); ++at)
    for (const Entry* entry = table_[at]; entry != nullptr; entry = entry->next) {
      if ((entry->hash & (table_.size() - 1)) != at || entry->used > lookups_) return false;
      ++entries;
      bytes += entry->size();
    }
  return entries == entries_ && bytes == bytes_;
}

void Cache::tell() {
  meter_.statistics.cache_entries = static_cast<std::int64_t>(entries_);
  meter_.statistics.cache_bytes = static_cast<std::int64_t>(bytes());
}

}  // namespace satplay::counting
