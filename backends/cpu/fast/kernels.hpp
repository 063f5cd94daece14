// SPDX-License-Identifier: MIT
// What is compiled once for each instruction set: inner loops on plain memory, behind one table of functions.
#pragma once
#include <cstddef>
#include <cstdint>

namespace kernabi::cpu::fast {

/// How stored elements become a panel's words.
enum class Load : std::uint8_t {
    f32,
    f64,
    f16,      ///< to f32
    bf16,     ///< to f32
    byte,     ///< to f32 by a table of 256
    i8_pairs, ///< two neighbours along k to two int16 in one word
    c32,      ///< to a plane of real and one of imaginary parts
    c64,
    f32_to_f64,
    f16_to_f64,
    bf16_to_f64,
    byte_to_f64,
};
inline constexpr std::size_t load_count = 12;

/// A matrix to be packed: lanes (rows of A, columns of B) and k, each a number of bytes apart. One of the two is the
/// size of an element.
struct Source {
    const std::uint8_t* first = nullptr;
    std::size_t lane_step = 0;
    std::size_t k_step = 0;
    Load load = Load::f32;
    const float* table = nullptr; ///< for Load::byte
};

/// Writes strips of `width` lanes: a strip has, for each k, its lanes' words side by side; lanes past `lanes` are 0.
using Pack = void (*)(const Source& from, std::size_t lanes, std::size_t k, std::size_t width, void* to) noexcept;

/// Goes on with rows x columns sums over k terms of one strip of A and one of B. Sums are column-major, `ld` apart;
/// imaginary parts `plane` words behind.
struct Tile {
    unsigned rows = 0, columns = 0;
    void (*run)(std::size_t k, const void* a, const void* b, void* sums, std::size_t ld,
                std::size_t plane) noexcept = nullptr;
};

/// Steps on a run of numbers, each rounded once.
template <typename T>
struct Rows {
    void (*multiply)(T* r, T by, std::size_t count) noexcept;
    void (*multiply_each)(T* r, const T* by, std::size_t count) noexcept;
    void (*add)(T* r, T more, std::size_t count) noexcept;
    void (*add_each)(T* r, const T* more, std::size_t count) noexcept;
    /// With every NaN made the stored one.
    void (*store)(const T* r, std::size_t count, std::uint8_t* to) noexcept;
};
template <typename T>
struct RealRows : Rows<T> {
    void (*clear_signs)(T* r, std::size_t count) noexcept;
    /// x > low ? (x < high ? x : high) : 0
    void (*clip)(T* r, T low, T high, std::size_t count) noexcept;
    /// x > 0 ? x : x * by
    void (*leak)(T* r, T by, std::size_t count) noexcept;
    /// The largest magnitude, or NaN where there is one.
    T (*largest)(const T* r, std::size_t count) noexcept;
    /// (re, im) times (by_re, by_im), as ComplexGemm::scaled has it.
    void (*multiply_complex)(T* re, T* im, T by_re, T by_im, std::size_t count) noexcept;
};

/// Formats that f32 is narrowed to.
enum class Narrow : std::uint8_t { f16, bf16, f8, bf8, f8_fnuz, bf8_fnuz, i8 };
inline constexpr std::size_t narrow_count = 7;

struct Kernels {
    Pack pack[load_count];                 ///< by Load
    Tile f32, f64, f16, i32, i8, c32, c64; ///< f16: sums in f16, carried in f32
    RealRows<float> f32_rows;
    RealRows<double> f64_rows;
    Rows<std::int32_t> i32_rows;
    void (*widen)(const Source& from, std::size_t count, float* to) noexcept; ///< f32, f16, bf16 or byte, side by side
    void (*narrow[narrow_count])(const float* r, std::size_t count, std::uint8_t* to) noexcept;
    void (*round_f16)(float* r, std::size_t count) noexcept;
    void (*round_xf32)(float* r, std::size_t count) noexcept;
};

/// The loops of the best instruction set that this machine has.
[[nodiscard]] const Kernels& best_kernels() noexcept;
[[nodiscard]] const Kernels& portable_kernels() noexcept;
[[nodiscard]] const Kernels& avx2_kernels() noexcept;
[[nodiscard]] const Kernels& avx512_kernels() noexcept;

} // namespace kernabi::cpu::fast
