// SPDX-License-Identifier: MIT
// The rungs that hold the device against the frozen vectors: decode and gemm. The judge is the one that judges every
// other subject, and the expectations are the records' own.
#include "conformance/bringup/device_subject.hpp"
#include "conformance/bringup/rung.hpp"
#include "conformance/judge/explain.hpp"
#include "conformance/judge/judge.hpp"

namespace kernabi::bringup {

namespace {

using vectors::RecordKind;

/// What the device answers of a record: header records are judged by how they read back, which asks no packer.
judge::Verdict judge_on_device(const vectors::Record& record, DeviceSubject& subject, Bytes memory) {
    const bool header = record.kind() == RecordKind::header || record.kind() == RecordKind::decode;
    if (record.kind() == RecordKind::block) return judge::judge_block(record, subject);
    if (!header) return judge::judge_gemm(record, subject, memory);
    // What the published host masks does not read back as it was asked for.
    if (record.kind() == RecordKind::header && (record.policy() != Policy::strict || record.host_inputs() != 0))
        return judge::skipped();
    return judge::detail::judge_decode(record, vectors::to_form(record), subject);
}

template <typename Kinds>
void judge_records(const Rung& rung, Kinds of_this_rung) {
    DeviceSubject subject(rung.launcher);
    for (const auto& file : rung.library.files) {
        std::vector<std::uint8_t> memory(judge::memory_needed(file->view));
        for (const vectors::Record record : file->view) {
            const std::string id = vectors::string_of(record.id());
            if (!of_this_rung(record.kind()) || !rung.options.wanted(record)) continue;
            if (rung.library.manifest.records.at(id).withdrawn) continue;
            rung.about(id);
            subject.take(record);
            const judge::Verdict verdict = judge_on_device(record, subject, {memory.data(), memory.size()});
            if (!subject.broken().empty()) throw hip::RuntimeError(id + ": " + subject.broken());
            if (verdict.result == judge::Result::skipped)
                ++rung.result.planned, ++rung.result.skipped;
            else
                rung.check(verdict.passed() || record.strictness() == vectors::Strictness::recommended,
                           [&] { return id + ": " + judge::explain(record, verdict); });
        }
    }
    if (rung.result.skipped > 0) rung.result.note = "skipped: what a host refuses or packs is not a device's to answer";
}

} // namespace

void decode_rung(const Rung& rung) {
    judge_records(rung, [](RecordKind kind) {
        return kind == RecordKind::header || kind == RecordKind::decode || kind == RecordKind::block;
    });
}

void gemm_rung(const Rung& rung) {
    judge_records(rung, [](RecordKind kind) { return kind == RecordKind::gemm; });
}

} // namespace kernabi::bringup
