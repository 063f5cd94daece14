// SPDX-License-Identifier: MIT
#include "conformance/subjects/pipe.hpp"
#include "abi/kernarg/names.hpp"
#include "conformance/protocol/form_request.hpp"
#include "conformance/protocol/scalar_json.hpp"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace kernabi::subjects {

using protocol::dialect_text;
using protocol::Object;
using protocol::Refusal;
using protocol::request_of;
using protocol::scalar_bits;
using protocol::to_hex;

namespace {

/// How long a reply may take, and how long it may be.
constexpr int reply_seconds = 20;
constexpr std::size_t reply_bytes = std::size_t{64} << 20;

[[noreturn]] void system_error(const char* what) {
    throw Refusal{"refused", std::string("subject: ") + what + ": " + std::strerror(errno)};
}

void write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(file, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) throw Refusal{"refused", "the subject does not take requests any more: did it end?"};
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

bool has_place(Field field, Version version, const Dialect& dialect) {
    const BitField* const row = find(field, version, dialect.args1);
    return row != nullptr && has_word(row->word, version, dialect);
}

/// In a request these three choose the form of internalArgs1 themselves, so a request cannot say them where they have
/// no place.
bool cannot_be_asked(Version version, const Dialect& dialect, const HeaderFields& fields) {
    for (const Field field : {Field::chunk, Field::splitK, Field::sfc})
        if (fields[field] != 0 && !has_place(field, version, dialect)) return true;
    return false;
}

Json fields_json(Version version, const Dialect& dialect, const HeaderFields& fields) {
    Json in = {{"version", static_cast<int>(version)}, {"dialect", dialect_text(version, dialect)}};
    for (std::size_t i = 0; i < field_count; ++i) {
        // A value without a place is sent only where it is what must be refused.
        if (has_place(static_cast<Field>(i), version, dialect) || fields.value[i] != HeaderFields{}.value[i])
            in[field_names[i]] = fields.value[i];
    }
    return in;
}

Status put_bytes(const Json& reply, Bytes to, std::size_t& written) {
    const std::vector<std::uint8_t> bytes = Object(reply, "ok").bytes("bytes");
    written = bytes.size();
    if (bytes.size() > to.size) return Status::destination_too_small;
    std::copy(bytes.begin(), bytes.end(), to.data);
    return Status::ok;
}

Status status_of(const std::string& code) {
    if (code == "value_out_of_range") return Status::value_out_of_range;
    if (code == "unsupported" || code == "unknown_op") return Status::unsupported;
    return Status::refused;
}

} // namespace

PipeSubject::PipeSubject(const std::string& command) {
    int in[2], out[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) system_error("pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    std::string shell = "sh", flag = "-c", line = command;
    char* arguments[] = {shell.data(), flag.data(), line.data(), nullptr};
    const int failed = ::posix_spawn(&child_, "/bin/sh", &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    to_child_ = in[1];
    from_child_ = out[0];
    if (failed != 0) system_error("cannot start it");
    std::signal(SIGPIPE, SIG_IGN);
    const Json hello = ask("hello", Json::object());
    if (hello.is_null())
        throw Refusal{"refused",
                      "the subject refuses hello: " + (message_.empty() ? "it says neither ok nor why" : message_)};
    name_ = Object(hello, "ok").text("name", command) + " " + Object(hello, "ok").text("version", "");
    ops_ = hello.value("ops", Json::array());
}

PipeSubject::~PipeSubject() {
    if (to_child_ >= 0) ::close(to_child_);
    if (from_child_ >= 0) ::close(from_child_);
    if (child_ <= 0) return;
    // It ends by itself when its input does; one that does not is ended.
    for (int wait = 0; wait < 20; ++wait) {
        if (::waitpid(child_, nullptr, WNOHANG) != 0) return;
        ::usleep(50000);
    }
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
}

std::string PipeSubject::read_line() {
    for (;;) {
        if (const std::size_t end = pending_.find('\n'); end != std::string::npos) {
            std::string line = pending_.substr(0, end);
            pending_.erase(0, end + 1);
            return line;
        }
        if (pending_.size() > reply_bytes) throw Refusal{"too_large", "the subject's reply is over 64 MiB"};
        pollfd ready{from_child_, POLLIN, 0};
        const int polled = ::poll(&ready, 1, reply_seconds * 1000);
        if (polled < 0 && errno == EINTR) continue;
        if (polled <= 0)
            throw Refusal{"refused", "the subject gave no reply for " + std::to_string(reply_seconds) + " s"};
        char chunk[65536];
        const ssize_t count = ::read(from_child_, chunk, sizeof(chunk));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0)
            throw Refusal{"refused", "the subject ended without a reply; does the command run by itself, and answer a "
                                     "line on its standard output?"};
        pending_.append(chunk, static_cast<std::size_t>(count));
    }
}

Json PipeSubject::ask(const char* op, Json in) {
    const long id = next_id_++;
    write_all(to_child_, Json{{"id", id}, {"op", op}, {"in", std::move(in)}}.dump() + "\n");
    Json reply = Json::parse(read_line(), nullptr, false);
    if (!reply.is_object() || reply.value("id", Json()) != id)
        throw Refusal{"bad_json", std::string("the subject's reply to ") + op + " is no object with the request's id"};
    if (reply.contains("ok")) return std::move(reply["ok"]);
    const Object error = Object(reply, "").part("error");
    code_ = error.text("code", "refused");
    message_ = error.text("message", "");
    return nullptr;
}

bool PipeSubject::knows(const char* op) const noexcept {
    for (const Json& name : ops_)
        if (name == op) return true;
    return false;
}

Status PipeSubject::encode(const Form& form, Policy policy, const HeaderFields& fields, Bytes to, std::size_t& written,
                           FieldFault& fault) noexcept {
    if (cannot_be_asked(form.version, form.dialect, fields)) return Status::unsupported;
    return asked("encode", [&] {
        Json in = fields_json(form.version, form.dialect, fields);
        in["policy"] = policy == Policy::strict ? "strict" : "host_2024";
        const Json reply = ask("encode", std::move(in));
        if (!reply.is_null()) return put_bytes(reply, to, written);
        // The field at fault is the one that the message names first.
        std::size_t first = std::string::npos, longest = 0;
        for (std::size_t i = 0; i < field_count; ++i) {
            const std::size_t at = message_.find(field_names[i]), size = std::strlen(field_names[i]);
            if (at == std::string::npos ||
                (first != std::string::npos && (at > first || (at == first && size < longest))))
                continue;
            first = at;
            longest = size;
            fault.field = static_cast<Field>(i);
        }
        const Status status = status_of(code_);
        const bool no_place =
            status == Status::value_out_of_range && !has_place(fault.field, form.version, form.dialect);
        return no_place ? Status::no_place : status;
    });
}

Status PipeSubject::host_header(const Form& form, const vectors::HostInputs& h, Bytes to,
                                std::size_t& written) noexcept {
    return asked("host_header", [&] {
        const Json reply = ask("host_header", {{"version", static_cast<int>(form.version)},
                                               {"ias.gsu", int{h.support.gsu}},
                                               {"ias.wgm", int{h.support.wgm}},
                                               {"ias.staggerU", int{h.support.staggerU}},
                                               {"map.gsu", h.map.gsu},
                                               {"map.gsuc", int{h.map.gsuc}},
                                               {"map.gsuwgmrr", int{h.map.gsuwgmrr}},
                                               {"map.wgm", h.map.wgm},
                                               {"map.wgmxcc", h.map.wgmxcc},
                                               {"map.wgmxccg", h.map.wgmxccg},
                                               {"map.staggerU", h.map.staggerU},
                                               {"map.staggerUMapping", h.map.staggerUMapping},
                                               {"map.staggerStrideShift", h.map.staggerStrideShift},
                                               {"param.gsu", h.params.gsu},
                                               {"param.gsuc", int{h.params.gsuc}},
                                               {"param.gsuwgmrr", int{h.params.gsuwgmrr}},
                                               {"param.wgm", h.params.wgm},
                                               {"param.wgmxcc", h.params.wgmxcc},
                                               {"param.wgmxccg", h.params.wgmxccg},
                                               {"cuCount", h.cuCount},
                                               {"gemmCount", h.gemmCount},
                                               {"argType", h.argType},
                                               {"numWorkGroups", h.numWorkGroups}});
        return reply.is_null() ? status_of(code_) : put_bytes(reply, to, written);
    });
}

Status PipeSubject::decode(const Form& form, ConstBytes from, HeaderFields& fields) noexcept {
    return asked("decode", [&] {
        const std::size_t size = std::min(from.size, header_size(form.version, form.dialect));
        const Json reply = ask("decode", {{"version", static_cast<int>(form.version)},
                                          {"dialect", dialect_text(form.version, form.dialect)},
                                          {"bytes", to_hex(from.data, size)}});
        if (reply.is_null()) return status_of(code_);
        const Object ok(reply, "ok");
        for (std::size_t i = 0; i < field_count; ++i) fields.value[i] = ok.integer(field_names[i], fields.value[i]);
        return Status::ok;
    });
}

Status PipeSubject::unpack(const Form& form, ConstBytes from, Values& values) noexcept {
    return asked("unpack", [&] {
        Json in = request_of(form);
        in["bytes"] = to_hex(from.data, from.size);
        const Json reply = ask("unpack", std::move(in));
        if (reply.is_null()) return status_of(code_);
        const Object named(Object(reply, "ok").at("values"), "ok.values");
        Layout layout{};
        if (const Status status = make_layout(form, layout); status != Status::ok) return status;
        for (const Entry& entry : layout) {
            const Name key = dump_name(entry, form);
            std::uint64_t parts[2] = {};
            if (entry.kind == Kind::pointer)
                parts[0] = named.address(key.text, 0);
            else
                scalar_bits(named.at(key.text), named.where(key.text), entry.kind, parts);
            if (row_of(entry.argument).times == Times::scalar && entry.index == 1) continue;
            const std::size_t at = slot_of(entry);
            values.slot[at] = parts[0];
            if (entry.kind == Kind::c32 || entry.kind == Kind::c64) values.slot[at + 1] = parts[1];
        }
        return Status::ok;
    });
}

} // namespace kernabi::subjects
