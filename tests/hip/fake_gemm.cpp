// SPDX-License-Identifier: MIT
#include "tests/hip/fake_gemm.hpp"
#include "abi/bytes.hpp"
#include "abi/kernarg/unpack.hpp"
#include "conformance/codeobject/container.hpp"
#include "conformance/inference/infer.hpp"
#include <algorithm>
#include <cstdio>
#include <cstring>

namespace test {

using namespace kernabi;

namespace {

/// Types by the letters of TensileLite's names.
DataType type_of(char letter) {
    switch (letter) {
    case 'H': return DataType::Half;
    case 'B': return DataType::BFloat16;
    case 'D': return DataType::Double;
    default: return DataType::Float;
    }
}

/// Cijk_Alik_Bljk_HHS_BH_...: a k first is transposed A, a j first transposed B; input, output and compute types.
void read_name(const std::string& name, FakeGemm& gemm) {
    ProblemType& type = gemm.form.type;
    type.transA = name.find("_Alik_") != std::string::npos;
    type.transB = name.find("_Bjlk_") != std::string::npos;
    const std::size_t at = name.find("jk_", name.find("_B"));
    const std::size_t other = name.find("lk_", name.find("_B"));
    const std::size_t from = std::min(at, other);
    if (from == std::string::npos) return;
    const std::string types = name.substr(from + 3, name.find('_', from + 3) - from - 3);
    const bool three = types.size() == 3;
    type.aType = type.bType = type.computeInputType = type_of(types[0]);
    type.cType = type.dType = type_of(types[three ? 1 : 0]);
    type.computeType = type.eType = type_of(types[three ? 2 : 0]);
    type.activationComputeDataType = type.computeType;
    unsigned m = 0, n = 0, k = 1;
    if (const std::size_t tile = name.find("_MT"); tile != std::string::npos)
        (void)std::sscanf(name.c_str() + tile, "_MT%ux%ux%u", &m, &n, &k);
    gemm.properties = {k, {m, n}};
}

class Collector final : public codeobject::Handler {
  public:
    std::vector<FakeGemm> gemms;

    void kernel(const codeobject::Kernel& kernel) override {
        const inference::Inference& inference = inferrer_.infer(kernel);
        if (inference.plan == nullptr) return;
        FakeGemm gemm{std::string(kernel.name), inference.plan->form, {}};
        read_name(gemm.name, gemm);
        gemms.push_back(std::move(gemm));
    }

  private:
    inference::Inferrer inferrer_;
};

/// D as the block describes it.
struct Output {
    std::uint8_t* first = nullptr;
    std::uint64_t m = 0, n = 0, batch = 0, ld = 0, stride = 0;
    std::size_t size = 0; ///< bytes an element

    Output(const Form& form, const Layout& layout, const Values& values) {
        const bool single = form.type.globalAccumulation == Accumulation::multiple_buffer_single_kernel &&
                            values.at(Argument::dstD) != 0 && layout.find(Argument::dstD) != nullptr;
        first = reinterpret_cast<std::uint8_t*>(std::uintptr_t{values.at(single ? Argument::dstD : Argument::d)});
        m = values.at(Argument::size, 0);
        n = values.at(Argument::size, 1);
        batch = values.at(Argument::size, 2);
        ld = values.at(Argument::strideD, 1);
        stride = values.at(Argument::strideD, 2);
        size = row_of(form.type.dType).bits / 8u;
    }
    [[nodiscard]] std::uint8_t* at(std::uint64_t i, std::uint64_t j, std::uint64_t b = 0) const {
        return first + (i + j * ld + b * stride) * size;
    }
    [[nodiscard]] std::uint8_t* end() const { return at(m - 1, n - 1, batch - 1) + size; }
};

/// What a broken kernel would leave; the change of one bit near the top of a number is far past any rounding.
void spoil(const Output& d, std::uint8_t* a, const Faults& faults, std::uint64_t launch) {
    const auto flip = [&](std::uint64_t i, std::uint64_t j) { d.at(i, j)[d.size - 1] ^= 0x41; };
    if (faults.has("wrong_tile"))
        for (std::uint64_t j = 16; j < std::min<std::uint64_t>(32, d.n); ++j)
            for (std::uint64_t i = 0; i < std::min<std::uint64_t>(16, d.m); ++i) flip(i, j);
    if (faults.has("transposed"))
        for (std::uint64_t j = 0; j < std::min(d.m, d.n); ++j)
            for (std::uint64_t i = 0; i < j; ++i) std::swap_ranges(d.at(i, j), d.at(i, j) + d.size, d.at(j, i));
    if (faults.has("past_end")) std::memset(d.end(), 0x11, 4);
    if (faults.has("before_start")) std::memset(d.first - 4, 0x11, 4);
    if (faults.has("padding") && d.ld > d.m) std::memset(d.at(d.m, 0), 0x11, d.size);
    if (faults.has("input")) a[0] ^= 0x01;
    // The lowest bit: right by any bound, and not the same.
    if (faults.has("unsteady") && launch > 1) d.at(3, 2)[0] ^= 0x01;
}

} // namespace

std::string FakeGemm::run(ConstBytes block, Span<const cpu::Region> memory, const Faults& faults,
                          std::uint64_t launch) const {
    std::vector<std::uint8_t> bytes(block.begin(), block.end());
    Layout layout{};
    Values values{};
    if (make_layout(form, layout) != Status::ok || unpack(layout, {bytes.data(), bytes.size()}, values) != Status::ok)
        return "the block is shorter than the kernel's arguments";
    if (faults.has("alpha_dropped")) // as f32, which the kernels of these tests have
        store_le(bytes.data() + layout.find(Argument::alpha)->offset, 0x3f800000, 4);
    Form own = form;
    own.type.stridedBatched = !faults.has("arrays");
    if (faults.has("buffers")) own.type.globalAccumulation = Accumulation::multiple_buffer;
    const cpu::BlockOutcome outcome = cpu::run_block({bytes.data(), bytes.size()}, own, {memory}, properties);
    if (outcome.status != Status::ok)
        return "the reference refuses the block: status " + std::to_string(static_cast<int>(outcome.status)) +
               ", argument " + row_of(outcome.slot).dump;
    spoil(Output(form, layout, values), reinterpret_cast<std::uint8_t*>(std::uintptr_t{values.at(Argument::a)}), faults,
          launch);
    return {};
}

std::vector<FakeGemm> gemms_of(ConstBytes module) {
    Collector collector;
    codeobject::read_file(module, {}, collector);
    return std::move(collector.gemms);
}

std::size_t elf_size(const std::uint8_t* image) {
    const std::uint64_t table = load_le(image + 40, 8), count = load_le(image + 60, 2);
    std::uint64_t end = table + count * 64;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint8_t* const row = image + table + i * 64;
        if (load_le(row + 4, 4) != 8) end = std::max(end, load_le(row + 24, 8) + load_le(row + 32, 8));
    }
    return end;
}

} // namespace test
