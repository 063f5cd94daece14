// SPDX-License-Identifier: MIT
// One metadata note of a code object: its kernels and custom.config.
#pragma once
#include "abi/span.hpp"
#include "conformance/codeobject/model.hpp"
#include <functional>
#include <string>
#include <vector>

namespace kernabi::codeobject {

/// Where a note's text goes wrong, and how; `what` is empty when nothing does.
struct NoteDamage {
    std::uint64_t offset = 0; ///< from the note's text on
    std::string what;
};

/// Reads notes one after another; keeps its memory from one to the next.
class MetadataReader {
  public:
    using Sink = std::function<void(Kernel&)>;

    /// Code object versions 3 to 6: MessagePack. Kernels are handed over once custom.config is known; of a note that
    /// ends before that none is, since a verdict without it would be false.
    [[nodiscard]] NoteDamage read(ConstBytes note, const Sink& sink);

  private:
    std::vector<Kernel> waiting_; ///< kernels read before custom.config
};

/// Code object version 2: YAML. Offsets follow from sizes and alignments, as the format says.
[[nodiscard]] NoteDamage read_yaml_metadata(ConstBytes note, const MetadataReader::Sink& sink);

} // namespace kernabi::codeobject
