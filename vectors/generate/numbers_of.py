# SPDX-License-Identifier: MIT
"""Every number that FORMAT.md fixes, by name."""

SECTION = {"id": 1, "comment": 2, "preset": 3, "problem": 4, "fields": 5, "values": 6, "host": 7, "bytes": 8,
           "relocations": 9,
           "buffers": 10, "data": 11, "kernel": 12, "lines": 13, "request": 14, "launches": 15, "launch_data": 16,
           "table": 17}
KIND = {"header": 1, "decode": 2, "refuse_header": 3, "block": 4, "refuse_block": 5, "gemm": 6, "refuse_gemm": 7,
        "kernel": 8, "refuse_kernel": 9, "invocation": 10, "refuse_invocation": 11}
STRICTNESS = {"required": 0, "recommended": 1}
PROVENANCE = {"page": 0, "recorded": 1, "derived": 2}
POLICY = {"strict": 0, "host_2024": 1}
STATUS = {"ok": 0, "value_out_of_range": 0x10, "refused": 0x11, "no_place": 0x12, "contradiction": 0x13,
          "unsupported": 0x21, "outside_memory": 0x30}
FAULT_SPACE = {"none": 0, "field": 1, "argument": 2, "input": 3}
ACCESS = {"read": 0, "write": 1, "unread": 2, "scratch": 3}
RULE = {"unchanged": 0, "exact": 1, "band": 2, "scratch": 3}


def _count(text, first=0):
    return {name: number for number, name in enumerate(text.split(), first)}


FIELD = _count("gemmCount argType gsu gsuc gsuwgmrr nta ntb wgm wgmxcc wgmxccg chunk splitK sfc staggerU "
               "staggerStrideShift staggerUMapping numWorkGroups")

ARGUMENT = _count("""
    gemm_count internalArgs internalArgs1 numWorkGroups debugBuffer size d c a mxsa b mxsb metadata ws Flags
    strideD strideC strideA strideMXSA strideB strideMXSB strideMetadata alpha beta ESMRuntimeSupported
    scaleA scaleB scaleC scaleD scaleAlphaVec bias bias_type strideBias gateResidual gate_type strideGate factorDim
    e strideE activation activationType AddrAmaxOut AmaxWS AmaxSync dstD Synchronizer GSUSync
    magicNumberProblemNumGroupTiles0 magicShiftProblemNumGroupTiles0
    itersPerTile magicNumberItersPerTile magicShiftItersPerTile
    magicNumProblemNumGroupTiles0By1 magicShiftProblemNumGroupTiles0By1
    totalIters SKItersPerWG skGrid skTiles skExtraIters TotalItems SKSplit SKItersPerWI PersistentGrid
    batchOffsetD batchOffsetC batchOffsetA batchOffsetB RNDSeed argsPtr DeviceUserArguments Workspace""")

MEMBER = _count("""
    aType bType cType dType eType computeInputType computeType activationComputeDataType alphaType betaType biasType
    transA transB highPrecisionAccumulate useBeta useGradient useE useScaleCD useInitialStridesAB useInitialStridesCD
    stridedBatched outputAmaxD groupedGemm stochasticRounding supportDeviceUserArguments useGateResidual
    useScaleAB useBias useScaleAlphaVec biasSrc activationType activationArgLength sparse mxBlockA mxBlockB
    activationFused debugKernel streamK streamKAtomic persistentKernel persistentLoopArgsVersion expertSchedulingMode
    globalAccumulation gsu biasIsNull""", 1)

DATA_TYPE = _count("""
    Float Double ComplexFloat ComplexDouble Half Int8x4 Int32 BFloat16 Int8 Int64 XFloat32
    Float8_fnuz BFloat8_fnuz Float8BFloat8_fnuz BFloat8Float8_fnuz Float8 BFloat8 Float8BFloat8 BFloat8Float8
    Float6 BFloat6 Float4 E8 E5M3 None""")

ACTIVATION = _count("None Abs Clippedrelu Gelu Leakyrelu Relu Sigmoid Tanh DGelu DRelu Geluscaling Silu Swish Clamp "
                    "All Hipblaslt_all Exp")

BIAS_SOURCE = {"A": 0, "B": 1, "C": 2, "D": 3}

HOST = _count("""
    ias.gsu ias.wgm ias.staggerU map.gsu map.gsuc map.gsuwgmrr map.wgm map.wgmxcc map.wgmxccg map.staggerU
    map.staggerUMapping map.staggerStrideShift param.gsu param.gsuc param.gsuwgmrr param.wgm param.wgmxcc param.wgmxccg
    cuCount gemmCount argType numWorkGroups""", 1)

# What travels in bias_type and gate_type, by year of the host.
BIAS_NUMBER = {
    2024: {"Float": 0, "Double": 1, "ComplexFloat": 2, "ComplexDouble": 3, "Half": 4, "Int8x4": 5, "Int32": 6,
           "BFloat16": 7, "Int8": 8,
           "Float8": 9, "BFloat8": 10, "XFloat32": 11},
    2026: {"Float": 0, "Double": 1, "ComplexFloat": 2, "ComplexDouble": 3, "Half": 4, "Int8x4": 5, "Int32": 6,
           "BFloat16": 7, "Int8": 8,
           "Int64": 9, "XFloat32": 10, "Float8_fnuz": 11, "BFloat8_fnuz": 12, "Float8": 15, "BFloat8": 16},
}
# What travels in activationType.
ACTIVATION_NUMBER = {
    2024: _count("None Abs Clippedrelu Gelu Leakyrelu Relu Sigmoid Tanh DGelu Geluscaling Silu All Hipblaslt_all Exp"),
    2026: _count("None Abs Clippedrelu Gelu Leakyrelu Relu Sigmoid Tanh DGelu DRelu Geluscaling Silu Swish "
                 "Clamp All Hipblaslt_all Exp"),
}

FLAG = _count("""
    page_example page_v2_is_v1 sign width limit silent_cut clamp order optional_slot unaligned workspace_slot
    stride_index
    half_twice widened enum_year word_form headerless stream_k_place pointer_array not_read poison rounding
    epilogue_order
    activation bias split_k empty outside_memory argument_type host_choice beta_pad complex grouped gsu_bits
    wait_counts wait_surprise barrier accumulator_map register_order alpha_form target_text""")

# The kernel side. Inputs are TensileLite's, the two of MIWaveTile flat.
_TENSOR = """DirectToLds{t} DirectToVgpr{t} DirectToVgprMXS{t} MXBlock{t} NumLoadsPerpendicular{t} NumLoadsPerpendicularMXS{t}
    NumLoadsCoalesced{t} NumLoadsCoalescedMXS{t} numReadsPerIter{t} numReadsPerIterMXS{t} tP{t}.is_sparse tP{t}.blockWidth
    tP{t}.nrp tP{t}.nrc tP{t}.nwcv tP{t}.nwpv tP{t}.nwcvpi tP{t}.MX.nrp tP{t}.MX.nrc tP{t}.MX.nwcv tP{t}.MX.nwpv tP{t}.MX.nwcvpi
    tP{t}.tpsMetadata.nrp tP{t}.tpsMetadata.nrc tP{t}.tpsMetadata.nwcv tP{t}.tpsMetadata.nwpv tP{t}.tpsMetadata.nwcvpi """
KERNEL_INPUT = _count("""
    skipGlobalRead skipLocalWrite skipLocalRead skipGlobalReadInst conservativeWaitCnt BufferLoad Sparse DirectToVgprSparseMetadata
    NumLoadsPerpendicularMetadata NumLoadsCoalescedMetadata numReadsPerIterMetadata """ + _TENSOR.format(t="A") + _TENSOR.format(t="B") + """
    tensorcnt NumThreads WavefrontSize _ScheduleIterAlg PrefetchGlobalRead SeparateVscnt Waitcnt0Disabled skipForceWaitcnt0
    MatrixInstM MatrixInstN MatrixInstBM MatrixInstBN VectorWidthA VectorWidthB MIWaveTile_0 MIWaveTile_1 SourceSwap MIRegPerOut
    EnableMatrixInstruction DataType MIArchVgpr CompactLoopStore maxAgpr write spilledVgprBase ComputeDataType
    HighPrecisionAccumulate startVgprAlphaTmp target valuC valuCBase alpha""")
KERNEL_EXTRA = {"function": 100, "comment": 101, "memoryTokens": 102, "memoryToken": 103}
KERNEL_FUNCTION = _count("wait tdm_wait sync_threads acc_map acc_regs mul_alpha move")
TARGET = _count("gfx90a gfx942 gfx950 gfx1030 gfx1100 gfx1201 gfx1250", 1)


def flat(name):
    return {"MIWaveTile[0]": "MIWaveTile_0", "MIWaveTile[1]": "MIWaveTile_1"}.get(name, name)


def kernel_rows(function, inputs, comment="", tokens=None):
    """(number, index, value) of a kernel record, ascending. An input that is None is left out."""
    rows = [(KERNEL_EXTRA["function"], 0, KERNEL_FUNCTION[function])]
    for name, value in inputs.items():
        if value is None:
            continue
        if name in ("DataType", "ComputeDataType"):
            value = DATA_TYPE[value]
        elif name.endswith("blockWidth"):
            value = int(value * 4)
        elif name == "target":
            value = TARGET[value]
        rows.append((KERNEL_INPUT[flat(name)], 0, value))
    rows += [(KERNEL_EXTRA["comment"], i, ord(c)) for i, c in enumerate(comment)]
    if tokens is not None:
        rows.append((KERNEL_EXTRA["memoryTokens"], 0, len(tokens)))
        rows += [(KERNEL_EXTRA["memoryToken"], i, token) for i, token in enumerate(tokens)]
    return sorted(rows)


# Rows of a request, by the contract's member names.
REQUEST = _count("""
    support.gsu support.wgm support.staggerU sizes.waveNum sizes.workGroupSize[0] sizes.workGroupSize[1]
    sizes.workGroupSize[2] sizes.macroTile[0] sizes.macroTile[1] sizes.depthU sizes.globalSplitUPGR
    sizes.packBatchDims sizes.workspaceSizePerElemC sizes.workspaceSizePerElemBias map.gsu map.gsuc map.gsuwgmrr
    map.wgm map.wgmxcc map.wgmxccg map.staggerU map.staggerUMapping map.staggerStrideShift params.gsu params.gsuc
    params.gsuwgmrr params.wgm params.wgmxcc params.wgmxccg params.factorDim problem.m problem.n problem.k
    problem.batch problem.lda problem.strideA problem.ldb problem.strideB problem.ldc problem.strideC problem.ldd
    problem.strideD problem.lde problem.strideE problem.strideBias problem.transposeC01 problem.batchOffsetD
    problem.batchOffsetC problem.batchOffsetA problem.batchOffsetB inputs.alpha[0] inputs.alpha[1] inputs.beta[0]
    inputs.beta[1] inputs.activation[0] inputs.activation[1] inputs.activation[2] inputs.activation[3]
    inputs.activation_count inputs.rndSeed device.is_gfx12 device.cuCount device.skDynamicGrid device.skMaxCUs
    device.skGridMultiplier device.skFixedGrid pointers.a pointers.b pointers.c pointers.d pointers.e pointers.amaxD
    pointers.batchA pointers.batchB pointers.batchC pointers.batchD pointers.batchBias pointers.bias pointers.scaleA
    pointers.scaleB pointers.scaleC pointers.scaleD pointers.scaleAlphaVec pointers.ws pointers.Synchronizer
    pointers.metadata userArgs""", 1)
REQUEST.update({"call": 200, "activationEnum": 201, "gemms": 202, "wantedWorkspace": 300, "wantedHostBytes": 301})
CALL = _count("solve single grouped groupedUser")
