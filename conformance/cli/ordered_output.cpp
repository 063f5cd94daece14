// SPDX-License-Identifier: MIT
#include "conformance/cli/ordered_output.hpp"
#include "conformance/cli/common.hpp"

namespace kernabi::cli {

namespace {
constexpr std::size_t most_held = std::size_t{4} << 20;
}

void OrderedOutput::write(std::size_t part, std::string& text) {
    std::unique_lock lock(mutex_);
    if (head_ != part) {
        held_[part] += text;
        text.clear();
        if (held_[part].size() > most_held) turn_.wait(lock, [&] { return stopped_ || head_ == part; });
        if (stopped_) throw Error("stopped");
        if (head_ != part) return;
    }
    print(held_[part] + text);
    held_[part].clear();
    text.clear();
}

void OrderedOutput::finish(std::size_t part) {
    const std::lock_guard lock(mutex_);
    done_[part] = 1;
    advance();
}

void OrderedOutput::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    turn_.notify_all();
}

void OrderedOutput::advance() {
    while (head_ < done_.size() && done_[head_] != 0) {
        ++head_;
        if (head_ < held_.size()) {
            print(held_[head_]);
            std::string().swap(held_[head_]);
        }
    }
    turn_.notify_all();
}

} // namespace kernabi::cli
