// SPDX-License-Identifier: MIT
#include "conformance/protocol/server.hpp"
#include "conformance/protocol/ops.hpp"
#include <algorithm>
#include <cerrno>
#include <exception>
#include <new>
#include <unistd.h>
#include <vector>

namespace kernabi::protocol {

namespace {

/// The deepest nesting of brackets outside of texts: known before anything is parsed, so that no line can make a tower
/// of objects.
std::size_t depth_of(std::string_view line) {
    std::size_t depth = 0, deepest = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (in_text) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                in_text = false;
        } else if (c == '"') {
            in_text = true;
        } else if (c == '{' || c == '[') {
            deepest = std::max(deepest, ++depth);
        } else if ((c == '}' || c == ']') && depth > 0) {
            --depth;
        }
    }
    return deepest;
}

std::string written(const Json& reply) { return reply.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string error_reply(const Json& id, const Refusal& refusal) {
    return written({{"id", id}, {"error", {{"code", refusal.code}, {"message", refusal.message}}}});
}

/// The library's own text without its name and number in front.
std::string plain_message(const std::exception& error) {
    const std::string_view what = error.what();
    const std::size_t bracket = what.find("] ");
    return std::string(what.starts_with("[json") && bracket != std::string_view::npos ? what.substr(bracket + 2)
                                                                                      : what);
}

Json parsed(std::string_view line) {
    if (depth_of(line) > max_depth) throw Refusal{"bad_json", "nested deeper than " + std::to_string(max_depth)};
    try {
        return Json::parse(line.begin(), line.end());
    } catch (const Json::exception& error) {
        throw Refusal{"bad_json", plain_message(error)};
    }
}

Json result_of(const Json& request) {
    const Object whole(request, "");
    const std::string name = whole.text("op");
    const Json nothing = Json::object();
    const Json& in = whole.has("in") ? whole.at("in") : nothing;
    if (!in.is_object()) throw Refusal{"bad_type", std::string("in: wanted an object, got ") + in.type_name()};
    if (!in.is_object()) throw Refusal{"bad_type", std::string("in: wanted an object, got ") + in.type_name()};
    for (std::size_t i = 0; i < op_count; ++i)
        if (name == ops[i].name) return ops[i].answer(in);
    throw Refusal{"unknown_op", "no op '" + name.substr(0, 80) + "'; hello lists them"};
}

std::string answer_or_throw(std::string_view line, Json& id) {
    const Json request = parsed(line);
    if (!request.is_object()) throw Refusal{"bad_json", "a request is an object: {\"id\", \"op\", \"in\"}"};
    if (request.contains("id")) id = request["id"];
    return written({{"id", id}, {"ok", result_of(request)}});
}

} // namespace

std::string answer(std::string_view line) noexcept {
    Json id = nullptr;
    try {
        return answer_or_throw(line, id);
    } catch (const Refusal& refusal) {
        return error_reply(id, refusal);
    } catch (const std::bad_alloc&) {
        return R"({"error":{"code":"too_large","message":"out of memory"},"id":null})";
    } catch (const std::exception& error) {
        return error_reply(id, {"bad_type", plain_message(error)});
    }
}

bool serve(int in, std::FILE* out, std::size_t limit) {
    std::vector<char> chunk(1 << 16);
    std::string line;
    bool skipping = false;
    const auto reply = [&] {
        std::string text = skipping ? error_reply(nullptr, {"too_large", "the line is over " + std::to_string(limit) +
                                                                             " bytes and was skipped"})
                                    : answer(line);
        text += '\n';
        line.clear();
        if (line.capacity() > (std::size_t{1} << 20)) line.shrink_to_fit();
        skipping = false;
        return std::fwrite(text.data(), 1, text.size(), out) == text.size() && std::fflush(out) == 0;
    };
    const auto take = [&](std::string_view part) {
        skipping = skipping || line.size() + part.size() > limit;
        if (skipping)
            line.clear();
        else
            line += part;
    };
    for (;;) {
        const ssize_t count = ::read(in, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        std::string_view rest(chunk.data(), static_cast<std::size_t>(count));
        for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
            take(rest.substr(0, end));
            rest.remove_prefix(end + 1);
            if (!reply()) return false;
        }
        take(rest);
    }
    return (line.empty() && !skipping) || reply();
}

} // namespace kernabi::protocol
