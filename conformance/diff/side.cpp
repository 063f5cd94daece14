// SPDX-License-Identifier: MIT
#include "conformance/diff/side.hpp"
#include "abi/kernarg/names.hpp"
#include "conformance/dump/bytes.hpp"
#include "conformance/dump/reader.hpp"
#include "conformance/protocol/request_keys.hpp"
#include "conformance/protocol/solve_request.hpp"
#include "conformance/reading/infer_bytes.hpp"
#include "conformance/reading/infer_names.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace kernabi::diff {

namespace {

constexpr std::size_t most_launches = 10000, most_arguments = 4096, most_bytes = 65536;

/// Collects a dump's launches.
class Collector final : public dump::Handler {
  public:
    explicit Collector(Side& side) : side_(side) {}

    void launch_begin(const dump::Launch& launch) override {
        launch_ = {};
        launch_.kernel = launch.kernel;
        launch_.table = launch.table;
        launch_.line = launch.line;
    }
    void argument(const dump::Argument& a) override {
        if (launch_.args.size() == most_arguments || a.last >= most_bytes) return;
        launch_.args.push_back({std::string(a.name),
                                a.first,
                                static_cast<std::uint32_t>(a.size),
                                {a.bytes.begin(), a.bytes.end()},
                                a.unbound,
                                std::string(a.value),
                                a.line});
    }
    void launch_end() override {
        if (!launch_.args.empty() && side_.blocks.size() < most_launches) side_.blocks.push_back(block_of(launch_));
        launch_ = {};
    }
    bool problem(const dump::Problem& p) override {
        if (side_.remarks.size() < 20) side_.remarks.push_back(fmt::format("{}:{}: {}", side_.name, p.line, p.what));
        return true;
    }

  private:
    static Block block_of(const reading::DumpLaunch& launch) {
        Block block;
        block.kernel = launch.kernel;
        block.named = true;
        const reading::Reading reading = reading::infer(launch, {});
        const bool known = reading.what == reading::What::gemm;
        if (known) block.form = reading.form;
        for (const reading::DumpArgument& arg : launch.args) {
            Place place{arg.name, arg.offset, arg.size, std::nullopt};
            if (known)
                for (const Entry& entry : reading.layout)
                    if (arg.name == dump_name(entry, reading.form).text) place.entry = entry;
            block.places.push_back(std::move(place));
            const std::size_t end = std::size_t{arg.offset} + arg.size;
            if (block.bytes.size() < end) block.bytes.resize(end);
            std::copy(arg.bytes.begin(), arg.bytes.end(), block.bytes.begin() + arg.offset);
        }
        std::stable_sort(block.places.begin(), block.places.end(),
                         [](const Place& x, const Place& y) { return x.offset < y.offset; });
        return block;
    }

    Side& side_;
    reading::DumpLaunch launch_;
};

void read_dump(Side& side, const std::string& content) {
    Collector collector(side);
    dump::Reader reader(collector);
    reader.feed(content);
    reader.finish();
    if (side.blocks.empty())
        throw protocol::Refusal{"bad_type", side.name + ": no argument lines in it; run the host with TENSILE_DB=0x40"};
}

void read_request(Side& side, nlohmann::json in) {
    if (in.contains("in") && in["in"].is_object()) { // a line of the protocol
        nlohmann::json inner = std::move(in["in"]);
        in = std::move(inner);
    }
    protocol::refuse_unknown_keys(in); // a misspelt size would be compared as 1
    const std::vector<Request> requests = protocol::requests_from(in);
    protocol::solve_all(requests, [&](const Invocation& invocation, const std::string& kernel) {
        Block block;
        block.kernel = kernel;
        block.named = true;
        block.bytes.assign(invocation.bytes.begin(), invocation.bytes.end());
        if (invocation.side == nullptr) block.form = *invocation.form;
        for_each_named(invocation, [&](const Entry& entry, const Name& name) {
            block.places.push_back({name.text, entry.offset, entry.size, entry});
        });
        side.blocks.push_back(std::move(block));
    });
}

void read_bytes(Side& side, const std::string& content, const reading::Told& told) {
    Block block;
    if (const auto error = dump::read_block(content, block.bytes)) {
        const std::string where = error->line == 0 ? "" : fmt::format(":{}:{}", error->line, error->column);
        throw protocol::Refusal{"bad_type", side.name + where + ": " + error->message};
    }
    const reading::Reading reading = reading::infer({block.bytes.data(), block.bytes.size()}, told, nullptr);
    if (reading.what == reading::What::gemm) {
        block.form = reading.form;
        for (const Entry& entry : reading.layout)
            if (std::size_t{entry.offset} + entry.size <= block.bytes.size())
                block.places.push_back({dump_name(entry, reading.form).text, entry.offset, entry.size, entry});
    }
    side.blocks.push_back(std::move(block));
}

} // namespace

const Place* Block::find(std::string_view name) const {
    for (const Place& place : places)
        if (place.name == name) return &place;
    return nullptr;
}

Side read_side(std::string name, const std::string& content, const reading::Told& told) {
    Side side;
    side.name = std::move(name);
    if (content.find_first_not_of(" \t\r\n") == std::string::npos)
        throw protocol::Refusal{"bad_type", side.name + ": empty; wanted a dump, a block or a solve request"};
    if (dump::is_code_object(content))
        throw protocol::Refusal{"bad_type", side.name + ": a code object or a program; kernabi check --dump holds one "
                                                        "against a dump"};
    if (content[content.find_first_not_of(" \t\r\n")] == '{') {
        nlohmann::json in = nlohmann::json::parse(content, nullptr, false);
        if (in.is_object()) {
            read_request(side, std::move(in));
            return side;
        }
    }
    if (dump::sniff(std::string_view(content).substr(0, 65536)) == dump::InputKind::dump)
        read_dump(side, content);
    else
        read_bytes(side, content, told);
    return side;
}

void name_after(Block& unnamed, const Block& other) {
    unnamed.places.clear();
    for (const Place& place : other.places)
        if (std::size_t{place.offset} + place.size <= unnamed.bytes.size()) unnamed.places.push_back(place);
    unnamed.form = other.form;
}

} // namespace kernabi::diff
