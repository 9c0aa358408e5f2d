/**
 * Compiles a program of the virtual machine to a WebAssembly module that runs it 2048 times.
 *
 * @module
 * @see RandomX specs.md, chapter 4
 */
import { Code, moduleBytes, op, type, vector, type Imported } from './code.ts'
import {
  branch,
  changesMode,
  fn,
  imported,
  kinds,
  local,
  positive,
  type Context,
  type Instruction,
} from './instructions.ts'
import type { Lane } from './layout.ts'

const size = 256
const iterations = 2048
/** Bytes that the code of most programs does not exceed. */
const codeRoom = 8192
/** Offset of the instructions, after 16 words of configuration. */
const instructionsAt = 128

/** Masks an offset to 64 bytes of the scratchpad. */
const level3Lines = 0x1f_ffc0
/** Masks a byte offset to an item of the dataset. */
const datasetLines = 0x7fff_ffc0
/** Items above 2 GiB, reached through a program's offset. */
const extraItems = 33_554_368n / 64n

/** A program runs with `mx`, `ma` and the rounding mode, and returns the new rounding mode. */
export type Program = { module: Uint8Array<ArrayBuffer>; mx: number; ma: number }

const { i32, i64, v128 } = type
const pairs = [[v128, v128, i32], [v128]] as const
const signatures: Record<(typeof imported)[number], Imported['signature']> = {
  items: [[i32, i32, i32], []],
  add: pairs,
  subtract: pairs,
  multiply: pairs,
  divide: pairs,
  squareRoot: [[v128, i32], [v128]],
}
const shape = {
  imports: imported.map((name) => ({ module: 'env', name, signature: signatures[name] })),
  signature: [[i32, i32, i32], [i32]],
  locals: [
    [11, i64],
    [4, i32],
    [15, v128],
  ],
} as const

/**
 * Compiles the lane's program buffer, and sets its group A registers.
 *
 * @param mode - The rounding mode at the start of the run.
 */
export function compileProgram(buffer: ArrayBufferLike, lane: Lane, mode: number): Program {
  const view = new DataView(buffer, lane.program, instructionsAt + 8 * size)
  const registers = new DataView(buffer, lane.registers + 192, 64)
  for (let index = 0; index < 8; index++)
    registers.setBigUint64(8 * index, groupA(view.getBigUint64(8 * index, true)), true)

  const instructions = Array.from({ length: size }, (_, index) => instructionAt(view, index))
  const fixedMode = instructions.some(changesMode) ? undefined : mode
  const context = { code: new Code(codeRoom), lane, mode: fixedMode }
  writeProgram(context, view, instructions)
  return {
    module: moduleBytes(shape, context.code),
    ma: view.getUint32(64, true) & datasetLines,
    mx: view.getUint32(80, true),
  }
}

function instructionAt(view: DataView, index: number): Instruction {
  const at = instructionsAt + 8 * index
  return {
    opcode: view.getUint8(at),
    destination: view.getUint8(at + 1),
    source: view.getUint8(at + 2),
    mod: view.getUint8(at + 3),
    immediate: view.getInt32(at + 4, true),
  }
}

/** Bits of a double between 1 and 2^32. @see RandomX specs.md, 4.5.2 */
function groupA(entropy: bigint): bigint {
  const exponent = (entropy >> 59n) + 1023n
  return (exponent << 52n) | (entropy & 0xf_ffff_ffff_ffffn)
}

/** Bits set in group E operands: exponent and lower fraction. @see RandomX specs.md, 4.5.6 */
function groupEMask(entropy: bigint): bigint {
  const exponent = 0x300n | ((entropy >> 60n) << 4n)
  return (exponent << 52n) | (entropy & 0x3f_ffffn)
}

function writeProgram(context: Context, view: DataView, instructions: readonly Instruction[]) {
  const { code, lane } = context
  const word = (index: number) => view.getBigUint64(8 * index, true)
  const selected = (pair: number) => local.r + 2 * pair + Number((word(12) >> BigInt(pair)) & 1n)

  writeStart(code, lane, [groupEMask(word(14)), groupEMask(word(15))])
  code.byte(op.loop).byte(type.none)
  writeLoads(code, lane, selected(0), selected(1))
  writeInstructions(context, instructions)
  writeDatasetRead(code, lane, selected(2), selected(3), Number(word(13) % (extraItems + 1n)))
  writeStores(code, lane)
  code.get(local.rounds).i32(1).byte(op.i32Sub).tee(local.rounds)
  code.byte(op.brIf).u32(0).byte(op.end)
  for (let index = 0; index < 8; index++) {
    code
      .i32(0)
      .get(local.r + index)
      .memory(op.i64Store, lane.registers + 8 * index)
    code.i32(0).get(local.f + index)
    code.vectorMemory(vector.store, lane.registers + 64 + 16 * index)
  }
  code.get(local.mode)
}

function writeStart(code: Code, lane: Lane, exponents: readonly [bigint, bigint]) {
  const constant = (low: bigint, high: bigint, to: number) => {
    const bytes = new DataView(new ArrayBuffer(16))
    bytes.setBigUint64(0, low, true)
    bytes.setBigUint64(8, high, true)
    code.vector(vector.constant).raw(new Uint8Array(bytes.buffer)).set(to)
  }
  constant(...exponents, local.exponent)
  constant((1n << 56n) - 1n, (1n << 56n) - 1n, local.fraction)
  constant(0x80f0n << 48n, 0x80f0n << 48n, local.scale)
  for (let index = 0; index < 4; index++) {
    code.i32(0).vectorMemory(vector.load, lane.registers + 192 + 16 * index)
    code.set(local.a + index)
  }
  code.get(local.mx).set(local.address0)
  code.get(local.ma).set(local.address1)
  code.i32(iterations).set(local.rounds)
}

/** Steps 1 to 3 of an iteration. @see RandomX specs.md, 4.6.2 */
function writeLoads(code: Code, lane: Lane, first: number, second: number) {
  code.get(first).get(second).byte(op.i64Xor).tee(local.word)
  code.byte(op.i32WrapI64).get(local.address0).byte(op.i32Xor)
  code.i32(level3Lines).byte(op.i32And).set(local.address0)
  code.get(local.word).i64(32).byte(op.i64ShrU)
  code.byte(op.i32WrapI64).get(local.address1).byte(op.i32Xor)
  code.i32(level3Lines).byte(op.i32And).set(local.address1)
  for (let index = 0; index < 8; index++) {
    code.get(local.r + index).get(local.address0)
    code
      .memory(op.i64Load, lane.scratchpad + 8 * index)
      .byte(op.i64Xor)
      .set(local.r + index)
  }
  // Groups F and E are adjacent, in memory and as locals.
  for (let index = 0; index < 8; index++) {
    code.get(local.address1).vectorMemory(vector.load64Zero, lane.scratchpad + 8 * index)
    code.vector(vector.f64x2ConvertLowI32x4S)
    if (index >= 4) positive(code)
    code.set(local.f + index)
  }
}

/** The 256 instructions. Each jump target starts a loop that reaches to the end. */
function writeInstructions(context: Context, instructions: readonly Instruction[]) {
  const { code } = context
  const targets = jumpTargets(instructions)
  const open: number[] = []
  const starts = new Set(targets.values())
  instructions.forEach((instruction, index) => {
    if (starts.has(index)) {
      code.byte(op.loop).byte(type.none)
      open.push(index)
    }
    kinds[instruction.opcode]!.write(context, instruction)
    const target = targets.get(index)
    if (target !== undefined) code.byte(op.brIf).u32(open.length - 1 - open.indexOf(target))
  })
  for (const _ of open) code.byte(op.end)
}

/** Jump targets: after the instruction that last changed the jump's register. */
function jumpTargets(instructions: readonly Instruction[]): Map<number, number> {
  const targets = new Map<number, number>()
  const next = new Array<number>(8).fill(0)
  instructions.forEach((instruction, index) => {
    const kind = kinds[instruction.opcode]!
    if (kind === branch) targets.set(index, next[instruction.destination & 7]!)
    for (const register of kind.modifies?.(instruction) ?? []) next[register] = index + 1
  })
  return targets
}

/**
 * Steps 5 to 8. The item that the next iteration reads is known before this iteration reads its own: every
 * second iteration computes both.
 */
function writeDatasetRead(code: Code, lane: Lane, third: number, fourth: number, offset: number) {
  const item = (address: number) =>
    code.get(address).i32(6).byte(op.i32ShrU).i32(offset).byte(op.i32Add)
  code.get(third).get(fourth).byte(op.i64Xor).byte(op.i32WrapI64).get(local.mx).byte(op.i32Xor)
  code.i32(datasetLines).byte(op.i32And).set(local.mx)
  code.get(local.rounds).i32(1).byte(op.i32And).i32(6).byte(op.i32Shl).tee(local.item)
  code.byte(op.i32Eqz).byte(op.if).byte(type.none)
  item(local.ma)
  item(local.mx)
  code.i32(lane.items).call(fn('items')).byte(op.end)
  for (let index = 0; index < 8; index++) {
    code.get(local.r + index).get(local.item)
    code
      .memory(op.i64Load, lane.items + 8 * index)
      .byte(op.i64Xor)
      .set(local.r + index)
  }
  code.get(local.ma).get(local.mx).set(local.ma).set(local.mx)
}

/** Steps 9 to 12. */
function writeStores(code: Code, lane: Lane) {
  for (let index = 0; index < 8; index++)
    code
      .get(local.address1)
      .get(local.r + index)
      .memory(op.i64Store, lane.scratchpad + 8 * index)
  for (let index = 0; index < 4; index++) {
    code
      .get(local.address0)
      .get(local.f + index)
      .get(local.e + index)
      .vector(vector.xor)
    code.tee(local.f + index).vectorMemory(vector.store, lane.scratchpad + 16 * index)
  }
  code.i32(0).set(local.address0).i32(0).set(local.address1)
}
