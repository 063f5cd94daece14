// SPDX-License-Identifier: MIT
#include "conformance/codeobject/metadata.hpp"
#include "conformance/codeobject/msgpack.hpp"
#include <fmt/format.h>

namespace kernabi::codeobject {

namespace {

/// A note with more kernels is walked twice, so that they need not be held: custom.config stands behind them.
constexpr std::uint32_t most_waiting = 16;

/// Reads a map: `value(key)` reads or passes each value and answers whether the bytes were sound.
template <typename Value>
bool for_each_pair(Tokens& tokens, const Token& map, Value&& value) {
    Token key{};
    for (std::uint32_t i = 0; i < map.count; ++i) {
        if (!tokens.next(key)) return false;
        if (key.kind != TokenKind::text) {
            if (!tokens.skip_rest(key) || !tokens.skip()) return false;
        } else if (!value(key.text)) {
            return false;
        }
    }
    return true;
}

/// The next value where it is of the kind; of any other kind it is passed and `there` stays false.
bool read_kind(Tokens& tokens, TokenKind kind, Token& token, bool& there) {
    if (!tokens.next(token)) return false;
    there = token.kind == kind;
    return there || tokens.skip_rest(token);
}

bool read_text(Tokens& tokens, std::string_view& text) {
    Token token{};
    bool there = false;
    if (!read_kind(tokens, TokenKind::text, token, there)) return false;
    if (there) text = token.text;
    return true;
}

bool read_number(Tokens& tokens, std::uint64_t& number, bool& there) {
    Token token{};
    if (!read_kind(tokens, TokenKind::number, token, there)) return false;
    if (there) number = token.value;
    return true;
}

bool read_number(Tokens& tokens, std::optional<std::uint64_t>& number) {
    std::uint64_t value = 0;
    bool there = false;
    if (!read_number(tokens, value, there)) return false;
    if (there) number = value;
    return true;
}

bool read_argument(Tokens& tokens, const Token& map, Argument& arg) {
    return for_each_pair(tokens, map, [&](std::string_view key) {
        if (key == ".name") return read_text(tokens, arg.name);
        if (key == ".offset") return read_number(tokens, arg.offset, arg.has_offset);
        if (key == ".size") return read_number(tokens, arg.size, arg.has_size);
        if (key == ".value_kind") return read_text(tokens, arg.value_kind);
        if (key == ".value_type") return read_text(tokens, arg.value_type);
        return tokens.skip();
    });
}

bool read_arguments(Tokens& tokens, std::vector<Argument>& args, std::string& what) {
    Token list{}, item{};
    bool there = false;
    if (!read_kind(tokens, TokenKind::array, list, there)) return false;
    if (!there) return true;
    if (list.count > max_arguments) {
        what = fmt::format("a kernel with {} arguments, more than the {} that any has", list.count, max_arguments);
        return false;
    }
    args.clear(); // the last of two lists counts
    for (std::uint32_t i = 0; i < list.count; ++i) {
        if (!read_kind(tokens, TokenKind::map, item, there)) return false;
        if (there && !read_argument(tokens, item, args.emplace_back())) return false;
    }
    return true;
}

bool read_kernel(Tokens& tokens, const Token& map, Kernel& kernel, std::string& what) {
    return for_each_pair(tokens, map, [&](std::string_view key) {
        if (key == ".args") return read_arguments(tokens, kernel.args, what);
        if (key == ".name") return read_text(tokens, kernel.name);
        if (key == ".symbol") return read_text(tokens, kernel.symbol);
        if (key == ".kernarg_segment_size") return read_number(tokens, kernel.segment_size);
        if (key == ".kernarg_segment_align") return read_number(tokens, kernel.segment_align);
        if (key == ".wavefront_size") return read_number(tokens, kernel.wavefront_size);
        if (key == ".max_flat_workgroup_size") return read_number(tokens, kernel.max_workgroup_size);
        return tokens.skip();
    });
}

/// A switch is a boolean, a number or, in hand-written text, a word.
bool read_switch(Tokens& tokens, std::optional<bool>& on) {
    Token token{};
    if (!tokens.next(token)) return false;
    if (token.kind == TokenKind::boolean || token.kind == TokenKind::number)
        on = token.value != 0;
    else if (token.kind == TokenKind::text)
        on = token.text == "true" || token.text == "True" || token.text == "1";
    return tokens.skip_rest(token);
}

/// A version: -1 for what is no whole number.
bool read_version(Tokens& tokens, std::int64_t& version) {
    Token token{};
    if (!tokens.next(token)) return false;
    const bool whole = token.kind == TokenKind::number && token.value <= 0x7fffffff;
    version = whole ? static_cast<std::int64_t>(token.value) : -1;
    return tokens.skip_rest(token);
}

bool read_persistent_version(Tokens& tokens, Config& config) {
    std::int64_t version = 0;
    if (!read_version(tokens, version)) return false;
    config.persistent_loop_version = version;
    return true;
}

/// A map under a key; anything else is passed.
template <typename Value>
bool read_map(Tokens& tokens, Value&& value) {
    Token map{};
    bool there = false;
    if (!read_kind(tokens, TokenKind::map, map, there)) return false;
    return !there || for_each_pair(tokens, map, value);
}

bool read_config(Tokens& tokens, Config& config) {
    config.present = true;
    return read_map(tokens, [&](std::string_view group) {
        if (group == "InternalSupportParams")
            return read_map(tokens, [&](std::string_view key) {
                if (key == "KernArgsVersion") {
                    config.has_version = true;
                    return read_version(tokens, config.version);
                }
                if (key == "UseUniversalArgs") return read_switch(tokens, config.universal);
                if (key == "PersistentLoopArgsVersion") return read_persistent_version(tokens, config);
                return tokens.skip();
            });
        if (group == "ProblemType") {
            config.has_problem_type = true;
            return read_map(tokens, [&](std::string_view key) {
                return key == "GroupedGemm" ? read_switch(tokens, config.grouped) : tokens.skip();
            });
        }
        if (group == "CustomKernel")
            return read_map(tokens, [&](std::string_view key) {
                config.custom_kernel = config.custom_kernel || key == "args";
                return tokens.skip();
            });
        if (group == "PersistentLoopArgsVersion") return read_persistent_version(tokens, config);
        return tokens.skip();
    });
}

} // namespace

NoteDamage MetadataReader::read(ConstBytes note, const Sink& sink) {
    Tokens tokens(note);
    Config config{};
    std::string what;
    std::uint32_t kernels = 0;
    std::optional<Tokens> list; // at the first kernel of a list too long to hold
    const auto damaged = [&](const Tokens& at) {
        return NoteDamage{at.offset(), what.empty()
                                           ? "damaged MessagePack: it ends in the middle, or holds a byte that "
                                             "begins no value"
                                           : what};
    };
    const auto kernel_into = [&](Tokens& from, Kernel& kernel) {
        Token item{};
        bool there = false;
        kernel.clear();
        return read_kind(from, TokenKind::map, item, there) && (!there || read_kernel(from, item, kernel, what));
    };
    const auto value = [&](std::string_view key) {
        if (key == "custom.config") return read_config(tokens, config);
        if (key != "amdhsa.kernels" || kernels != 0) return tokens.skip();
        Token array{};
        bool there = false;
        if (!read_kind(tokens, TokenKind::array, array, there)) return false;
        if (!there) return true;
        kernels = array.count;
        if (kernels > most_waiting) {
            list = tokens;
            return tokens.skip_rest(array);
        }
        if (waiting_.size() < kernels) waiting_.resize(kernels);
        for (std::uint32_t i = 0; i < kernels; ++i)
            if (!kernel_into(tokens, waiting_[i])) return false;
        return true;
    };
    Token root{};
    if (!tokens.next(root)) return damaged(tokens);
    if (root.kind != TokenKind::map) return {0, "metadata that is no map"};
    if (!for_each_pair(tokens, root, value)) return damaged(tokens);
    if (waiting_.empty()) waiting_.resize(1);
    for (std::uint32_t i = 0; i < kernels; ++i) {
        Kernel& kernel = waiting_[list ? 0 : i];
        if (list && !kernel_into(*list, kernel)) return damaged(*list);
        kernel.config = config;
        sink(kernel);
    }
    return {};
}

} // namespace kernabi::codeobject
