// SPDX-License-Identifier: MIT
#pragma once

#include "conformance/dump/events.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace kernabi::dump {

/// Cuts a stream of chunks into lines. LF, CR LF and a lone CR end a line; where the chunks were cut does not show.
///
/// The sink is called as `sink.line(text, number)`, or `sink.long_line(first max_line bytes, number)` once for a line
/// that is longer, and asked `sink.stopped()` after each. Lines inside one chunk are not copied.
class LineSplitter {
  public:
    template <class Sink>
    void feed(std::string_view chunk, Sink& sink) {
        const char* at = chunk.data();
        const char* const end = at + chunk.size();
        // Each end is looked up once and kept while it lies ahead, so that a text of CR only stays linear.
        const char* lf = find(at, end, '\n');
        const char* cr = find(at, end, '\r');
        while (at != end && !sink.stopped()) {
            if (lf != end && lf < at) lf = find(at, end, '\n');
            if (cr != end && cr < at) cr = find(at, end, '\r');
            if (after_cr_) {
                after_cr_ = false;
                if (lf == at) {
                    ++at;
                    continue;
                }
            }
            const char* const stop = std::min(lf, cr);
            add({at, static_cast<std::size_t>(stop - at)}, stop != end, sink);
            if (stop == end) return;
            after_cr_ = stop == cr;
            at = stop + 1;
        }
    }

    /// Hands over a last line without a line end, and begins anew.
    template <class Sink>
    void finish(Sink& sink) {
        if (!carry_.empty() && !skipping_ && !sink.stopped()) sink.line(carry_, number_);
        carry_.clear();
        skipping_ = after_cr_ = false;
        number_ = 1;
    }

  private:
    static const char* find(const char* at, const char* end, char c) noexcept {
        if (at == end) return end;
        const void* found = std::memchr(at, c, static_cast<std::size_t>(end - at));
        return found == nullptr ? end : static_cast<const char*>(found);
    }

    template <class Sink>
    void add(std::string_view piece, bool whole, Sink& sink) {
        if (!skipping_) {
            if (carry_.size() + piece.size() > max_line) {
                if (!carry_.empty()) {
                    carry_.append(piece.substr(0, max_line - carry_.size()));
                    piece = carry_;
                }
                skipping_ = true;
                sink.long_line(piece.substr(0, max_line), number_);
            } else if (!whole) {
                carry_.append(piece);
            } else if (carry_.empty()) {
                sink.line(piece, number_);
            } else {
                carry_.append(piece);
                sink.line(carry_, number_);
            }
        }
        if (whole) {
            carry_.clear();
            skipping_ = false;
            ++number_;
        }
    }

    std::string carry_;
    std::uint64_t number_ = 1;
    bool skipping_ = false;
    bool after_cr_ = false;
};

} // namespace kernabi::dump
