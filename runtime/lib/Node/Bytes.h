// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Encodes values as bytes for another process that runs the same file, and decodes them: one list of fields serves both
// directions.
#ifndef HETRT_NODE_BYTES_H
#define HETRT_NODE_BYTES_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace hetrt::node {

/// The longest text in bytes. Longer texts are cut when they are sent, so a message with a longer text does not come
/// from the runtime, and the receiver refuses it.
inline constexpr std::uint64_t MostTextBytes = 1 << 16;

/// Encodes fields.
class Writer {
public:
  template <typename T>
  void field(const T &Value)
    requires std::is_trivially_copyable_v<T>
  {
    append(&Value, sizeof Value);
  }
  void field(const std::string &Text) { list(Text.substr(0, MostTextBytes)); }
  template <typename T> void field(const std::vector<T> &List) { list(List); }

  std::vector<std::byte> Bytes;

private:
  template <typename List> void list(const List &Values) {
    field(std::uint64_t(Values.size()));
    append(Values.data(), Values.size() * sizeof(typename List::value_type));
  }
  void append(const void *From, std::size_t Count) {
    const auto *Begin = static_cast<const std::byte *>(From);
    Bytes.insert(Bytes.end(), Begin, Begin + Count);
  }
};

/// Decodes fields. If bytes are missing for a field, fine() is false, and no more fields are read.
class Reader {
public:
  explicit Reader(std::span<const std::byte> Bytes) : Bytes(Bytes) {}

  template <typename T>
  void field(T &Value)
    requires std::is_trivially_copyable_v<T>
  {
    take(&Value, sizeof Value);
  }
  void field(std::string &Text) {
    list(Text);
    Fine = Fine && Text.size() <= MostTextBytes;
  }
  template <typename T> void field(std::vector<T> &List) { list(List); }

  bool fine() const { return Fine; }
  std::span<const std::byte> rest() const { return Bytes; }

private:
  template <typename List> void list(List &Values) {
    std::uint64_t Count = 0;
    field(Count);
    // A list cannot have more elements than the bytes that have come, so a greater count is an error, and no memory is
    // allocated for it.
    if (!Fine || Count > Bytes.size() / sizeof(typename List::value_type)) {
      Fine = false;
      return;
    }
    Values.resize(Count);
    take(Values.data(), Count * sizeof(typename List::value_type));
  }
  void take(void *Into, std::size_t Count) {
    Fine = Fine && Count <= Bytes.size();
    if (!Fine)
      return;
    if (Count)
      std::memcpy(Into, Bytes.data(), Count);
    Bytes = Bytes.subspan(Count);
  }

  std::span<const std::byte> Bytes;
  bool Fine = true;
};

/// Encodes or decodes these fields in order.
template <typename Direction, typename... Fields> void each(Direction &D, Fields &...All) { (D.field(All), ...); }

} // namespace hetrt::node

#endif
