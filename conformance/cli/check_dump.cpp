// SPDX-License-Identifier: MIT
#include "conformance/cli/check_dump.hpp"
#include "conformance/cli/common.hpp"
#include "conformance/dump/reader.hpp"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace kernabi::cli {

namespace {

constexpr std::size_t most_arguments = 1024, most_shapes = 256;

class Collector final : public dump::Handler {
  public:
    explicit Collector(SentBlocks& blocks) : blocks_(blocks) {}

    void launch_begin(const dump::Launch& launch) override {
        block_ = {std::string(launch.kernel), {}, launch.line};
        table_ = launch.table;
    }
    void argument(const dump::Argument& a) override {
        if (block_.args.size() < most_arguments) block_.args.push_back({std::string(a.name), a.first, a.size});
    }
    void launch_end() override {
        // A grouped table lies in device memory: it is not what the launch sends.
        if (!table_ && !block_.kernel.empty() && !block_.args.empty()) blocks_.add(std::move(block_));
        block_ = {};
    }
    bool problem(const dump::Problem& p) override {
        if (first_.empty()) first_ = fmt::format(":{}: {}; {}", p.line, p.what, p.remedy);
        return true;
    }
    [[nodiscard]] const std::string& first_problem() const { return first_; }

  private:
    SentBlocks& blocks_;
    inference::SentBlock block_{};
    std::string first_;
    bool table_ = false;
};

} // namespace

void SentBlocks::read(const std::string& path) {
    const int file = path == "-" ? 0 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw Error(path + ": " + std::strerror(errno));
    Collector collector(*this);
    dump::Reader reader(collector);
    std::vector<char> chunk(1 << 18);
    for (;;) {
        const ssize_t count = ::read(file, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR) continue;
        const int error = count < 0 ? errno : 0;
        if (count <= 0) {
            if (file > 2) ::close(file);
            if (error != 0) throw Error(path + ": " + std::strerror(error));
            break;
        }
        reader.feed({chunk.data(), static_cast<std::size_t>(count)});
    }
    reader.finish();
    if (!collector.first_problem().empty()) throw Error(path + collector.first_problem());
    if (blocks_.empty())
        throw Error(
            path +
            ": no launch of a named kernel in it; run the host with TENSILE_DB=0x40 and keep its standard output");
}

void SentBlocks::add(inference::SentBlock block) {
    std::vector<inference::SentBlock>& shapes = blocks_[block.kernel];
    const bool there =
        std::any_of(shapes.begin(), shapes.end(), [&](const auto& old) { return old.same_shape(block); });
    if (!there && shapes.size() < most_shapes) shapes.push_back(std::move(block));
}

const std::vector<inference::SentBlock>& SentBlocks::to(std::string_view kernel) const {
    static const std::vector<inference::SentBlock> none;
    const auto at = blocks_.find(kernel);
    return at == blocks_.end() ? none : at->second;
}

} // namespace kernabi::cli
