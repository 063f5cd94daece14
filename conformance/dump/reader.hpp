// SPDX-License-Identifier: MIT
#pragma once

#include "conformance/dump/argument_line.hpp"
#include "conformance/dump/events.hpp"
#include "conformance/dump/launches.hpp"
#include "conformance/dump/lines.hpp"
#include "conformance/dump/markers.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernabi::dump {

/// Reads the text that TENSILE_DB=0x40 prints, alone or anywhere in a log, and tells a Handler what it says.
///
/// Chunks may be cut anywhere. Memory is bounded by a few times max_line, whatever comes. Text that is no part of a
/// dump is passed over. An argument's line may be wrapped, indented, quoted, coloured or have a log's prefix.
class Reader {
  public:
    explicit Reader(Handler& handler) : handler_(handler), launches_(handler) {}
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    /// Both return false once the handler has stopped the reader.
    bool feed(std::string_view chunk);
    /// Ends the input; the reader is then as new, and may be fed another.
    bool finish();

  private:
    friend class LineSplitter;

    /// An argument line that may go on in the next one. Its text begins at '['.
    struct Pending {
        std::string text;
        ArgumentLine read; ///< Its views are not kept.
        Prefix prefix{};
        std::uint64_t line = 0;
        unsigned pieces = 0;
        std::uint8_t byte = 0; ///< The value of a one-byte argument.
    };

    enum class Taken : std::uint8_t { nothing, argument, rest };

    void line(std::string_view text, std::uint64_t number);
    void long_line(std::string_view head, std::uint64_t number);
    [[nodiscard]] bool stopped() const noexcept { return stopped_; }

    std::string_view clean(std::string_view text, std::uint64_t number);
    void fresh_line(std::string_view text, std::uint64_t number);
    bool arguments(std::string_view text, std::uint64_t number);
    Taken argument(const ArgumentLine& read, std::string_view text, Prefix prefix, std::uint64_t number,
                   std::size_t column);
    bool gemm_block(std::string_view text, std::uint64_t number);
    bool heading(std::string_view text, std::uint64_t number);
    void deliver(const ArgumentLine& read, std::uint64_t number);

    void hold(const ArgumentLine& read, std::string_view text, Prefix prefix, std::uint64_t number);
    void keep(const ArgumentLine& read);
    bool continue_pending(std::string_view text, std::uint64_t number);
    bool join(std::string_view tail);
    bool take_joined(std::uint64_t number);
    void flush_pending(ErrorCode code);
    [[nodiscard]] bool is_serious(const ArgumentLine& read, Prefix prefix, ErrorCode code) const noexcept;
    void report(ErrorCode code, const ArgumentLine& read, std::string_view text, std::uint64_t number,
                std::uint64_t column);

    Handler& handler_;
    LineSplitter splitter_;
    Launches launches_;
    Pending pending_;
    std::vector<std::uint8_t> bytes_;
    std::string plain_;
    std::string joined_;
    std::string message_;
    GemmLine gemm_;
    bool in_gemm_ = false;
    bool stopped_ = false;
};

} // namespace kernabi::dump
