// SPDX-License-Identifier: MIT
// Stands before libstdc++'s file of this name, which asks for a C library: a device has none, and the few headers that
// the contract includes need nothing of it.
