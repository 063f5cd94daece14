// SPDX-License-Identifier: MIT
// One side of a comparison: launches with named arguments, wherever they come from.
#pragma once
#include "conformance/reading/launch.hpp"
#include "conformance/reading/reading.hpp"
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernabi::diff {

/// One argument at its place.
struct Place {
    std::string name;
    std::uint32_t offset = 0, size = 0; ///< bytes
    std::optional<Entry> entry;         ///< what the contract knows of it
};

/// One launch or block.
struct Block {
    std::string kernel;
    std::vector<Place> places;       ///< in order of their offsets
    std::vector<std::uint8_t> bytes; ///< from offset 0; gaps are 0
    std::optional<Form> form;        ///< where the block is a GEMM's own
    bool named = false;              ///< the names are the source's own, not inferred from the other side

    [[nodiscard]] const Place* find(std::string_view name) const;
};

struct Side {
    std::string name;
    std::vector<Block> blocks;
    std::vector<std::string> remarks; ///< damaged lines that were passed over
};

/// What a side was given as: a dump's text, a solve request (JSON), hexadecimal text or raw bytes. A block without
/// names gets those of `told`, or stays without: `name_after` names it after the other side. Throws protocol::Refusal.
[[nodiscard]] Side read_side(std::string name, const std::string& content, const reading::Told& told);

/// Gives a block without names the other one's names and places.
void name_after(Block& unnamed, const Block& other);

} // namespace kernabi::diff
