/**
 * The instructions of RandomX programs: frequencies, changed registers, and their WebAssembly code.
 *
 * @module
 * @see RandomX specs.md, chapter 5
 */
import type { Code } from './code.ts'
import { op, vector } from './code.ts'
import type { Lane } from './layout.ts'
import { highSigned, highUnsigned } from './high.ts'
import { reciprocal } from './reciprocal.ts'

export type Instruction = {
  opcode: number
  /** 0 to 255: the source of a register's number. */
  destination: number
  source: number
  mod: number
  /** A signed 32-bit integer. */
  immediate: number
}

/** Functions that programs call, by index in the imports. */
export const imported = ['items', 'add', 'subtract', 'multiply', 'divide', 'squareRoot'] as const
export const fn = (name: (typeof imported)[number]) => imported.indexOf(name)

/** Parameters, then variables. `r`, `f`, `e` and `a` are the first registers of their groups. */
export const local = {
  mx: 0,
  ma: 1,
  mode: 2,
  r: 3,
  word: 11,
  low: 12,
  middle: 13,
  address0: 14,
  address1: 15,
  rounds: 16,
  item: 17,
  f: 18,
  e: 22,
  a: 26,
  exponent: 30,
  fraction: 31,
  scale: 32,
} as const

export type Context = {
  code: Code
  lane: Lane
  /** Undefined if the program changes it. */
  mode: number | undefined
}

type Kind = {
  /** Number of opcodes of 256. */
  frequency: number
  /** Integer registers that count as changed for jumps. */
  modifies?: (instruction: Instruction) => readonly number[]
  write: (context: Context, instruction: Instruction) => void
}

const destinationOf = ({ destination }: Instruction) => destination & 7
const sourceOf = ({ source }: Instruction) => source & 7
const itself = (instruction: Instruction) => [destinationOf(instruction)]

const level1 = 0x3ff8
const level2 = 0x3_fff8
const level3 = 0x1f_fff8

/** Pushes the address from `register` and the immediate. */
function address({ code }: Context, { mod, immediate }: Instruction, register: number) {
  code.get(local.r + register).byte(op.i32WrapI64)
  code.i32(immediate).byte(op.i32Add)
  code.i32(mod & 3 ? level1 : level2).byte(op.i32And)
}

/** Pushes the 64-bit memory operand of an integer instruction. */
function memoryWord(context: Context, instruction: Instruction) {
  const source = sourceOf(instruction)
  if (source !== destinationOf(instruction)) address(context, instruction, source)
  else context.code.i32(instruction.immediate & level3)
  context.code.memory(op.i64Load, context.lane.scratchpad)
}

/** Pushes a register, or the immediate if the register is the destination. */
function registerOrImmediate({ code }: Context, instruction: Instruction) {
  const source = sourceOf(instruction)
  if (source === destinationOf(instruction)) code.i64(instruction.immediate)
  else code.get(local.r + source)
}

function register({ code }: Context, instruction: Instruction) {
  code.get(local.r + sourceOf(instruction))
}

type Operand = (context: Context, instruction: Instruction) => void

/** destination = destination · operand, for any operation of one byte. */
function integer(frequency: number, operand: Operand, operation: number): Kind {
  return {
    frequency,
    modifies: itself,
    write(context, instruction) {
      const to = local.r + destinationOf(instruction)
      context.code.get(to)
      operand(context, instruction)
      context.code.byte(operation).set(to)
    },
  }
}

/** destination = the upper half of destination times operand. */
function highProduct(frequency: number, operand: Operand, high: typeof highUnsigned): Kind {
  return {
    frequency,
    modifies: itself,
    write(context, instruction) {
      const { code } = context
      const to = local.r + destinationOf(instruction)
      operand(context, instruction)
      code.set(local.word)
      high(code, to, local.word, local)
      code.set(to)
    },
  }
}

const shiftedSum: Kind = {
  frequency: 16,
  modifies: itself,
  write({ code }, instruction) {
    const destination = destinationOf(instruction)
    code.get(local.r + destination)
    code.get(local.r + sourceOf(instruction))
    code
      .i64((instruction.mod >> 2) & 3)
      .byte(op.i64Shl)
      .byte(op.i64Add)
    if (destination === 5) code.i64(instruction.immediate).byte(op.i64Add)
    code.set(local.r + destination)
  },
}

const reciprocalProduct: Kind = {
  frequency: 8,
  modifies: (instruction) =>
    reciprocal(instruction.immediate) === undefined ? [] : itself(instruction),
  write({ code }, instruction) {
    const factor = reciprocal(instruction.immediate)
    if (factor === undefined) return
    const to = local.r + destinationOf(instruction)
    code.get(to).i64Wide(factor).byte(op.i64Mul).set(to)
  },
}

const negation: Kind = {
  frequency: 2,
  modifies: itself,
  write({ code }, instruction) {
    const to = local.r + destinationOf(instruction)
    code.i64(0).get(to).byte(op.i64Sub).set(to)
  },
}

const swap: Kind = {
  frequency: 4,
  modifies(instruction) {
    const [destination, source] = [destinationOf(instruction), sourceOf(instruction)]
    return destination === source ? [] : [destination, source]
  },
  write({ code }, instruction) {
    const [to, from] = [local.r + destinationOf(instruction), local.r + sourceOf(instruction)]
    if (to !== from) code.get(to).get(from).set(to).set(from)
  },
}

const store: Kind = {
  frequency: 16,
  write(context, instruction) {
    const { code, lane } = context
    const destination = destinationOf(instruction)
    if (instruction.mod >> 4 < 14) address(context, instruction, destination)
    else {
      code.get(local.r + destination).byte(op.i32WrapI64)
      code.i32(instruction.immediate).byte(op.i32Add).i32(level3).byte(op.i32And)
    }
    code.get(local.r + sourceOf(instruction)).memory(op.i64Store, lane.scratchpad)
  },
}

const roundingMode: Kind = {
  frequency: 1,
  write({ code }, instruction) {
    code.get(local.r + sourceOf(instruction)).i64(instruction.immediate & 63)
    code.byte(op.i64Rotr).byte(op.i32WrapI64).i32(3).byte(op.i32And).set(local.mode)
  },
}

/** The condition of a jump: eight zero bits of a register, from bit 8 to 23 on. */
export const branch: Kind = {
  frequency: 25,
  modifies: () => [0, 1, 2, 3, 4, 5, 6, 7],
  /** Pushes whether to jump. */
  write({ code }, instruction) {
    const shift = (instruction.mod >> 4) + 8
    const added = (instruction.immediate | (1 << shift)) & ~(1 << (shift - 1))
    const register = local.r + destinationOf(instruction)
    code.get(register).i64(added).byte(op.i64Add).tee(register)
    code
      .byte(op.i32WrapI64)
      .i32(0xff << shift)
      .byte(op.i32And)
      .byte(op.i32Eqz)
  },
}

/** Pushes a pair of doubles converted from two integers in memory. */
function memoryPair(context: Context, instruction: Instruction) {
  address(context, instruction, sourceOf(instruction))
  context.code.vectorMemory(vector.load64Zero, context.lane.scratchpad)
  context.code.vector(vector.f64x2ConvertLowI32x4S)
}

/** The same as operand of group E: positive, with the program's exponent. */
function memoryPositivePair(context: Context, instruction: Instruction) {
  memoryPair(context, instruction)
  positive(context.code)
}

/** @see RandomX specs.md, 4.3.2 */
export function positive(code: Code) {
  code.get(local.fraction).vector(vector.and).get(local.exponent).vector(vector.or)
}

function constantPair({ code }: Context, instruction: Instruction) {
  code.get(local.a + (instruction.source & 3))
}

type Rounded = readonly [plain: number, name: (typeof imported)[number]]
const rounded = {
  add: [vector.f64x2Add, 'add'],
  subtract: [vector.f64x2Sub, 'subtract'],
  multiply: [vector.f64x2Mul, 'multiply'],
  divide: [vector.f64x2Div, 'divide'],
  squareRoot: [vector.f64x2Sqrt, 'squareRoot'],
} as const satisfies Record<string, Rounded>

/** An operation on a pair of doubles of group `f` or `e`, in the current rounding mode. */
function float(frequency: number, group: number, operand: Operand, [plain, name]: Rounded): Kind {
  return {
    frequency,
    write(context, instruction) {
      const { code, mode } = context
      const to = group + (instruction.destination & 3)
      code.get(to)
      operand(context, instruction)
      if (mode === 0) code.vector(plain)
      else (mode === undefined ? code.get(local.mode) : code.i32(mode)).call(fn(name))
      code.set(to)
    },
  }
}
const none: Operand = () => {}

const pairSwap: Kind = {
  frequency: 4,
  write({ code }, instruction) {
    const index = destinationOf(instruction)
    const to = index < 4 ? local.f + index : local.e + index - 4
    code.get(to).get(to).vector(vector.shuffle)
    code.raw([8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]).set(to)
  },
}

const scaling: Kind = {
  frequency: 6,
  write({ code }, instruction) {
    const to = local.f + (instruction.destination & 3)
    code.get(to).get(local.scale).vector(vector.xor).set(to)
  },
}

/** In order of opcode. @see RandomX specs.md, tables 5.2.1 to 5.5.1 */
const order: readonly Kind[] = [
  shiftedSum,
  integer(7, memoryWord, op.i64Add),
  integer(16, registerOrImmediate, op.i64Sub),
  integer(7, memoryWord, op.i64Sub),
  integer(16, registerOrImmediate, op.i64Mul),
  integer(4, memoryWord, op.i64Mul),
  highProduct(4, register, highUnsigned),
  highProduct(1, memoryWord, highUnsigned),
  highProduct(4, register, highSigned),
  highProduct(1, memoryWord, highSigned),
  reciprocalProduct,
  negation,
  integer(15, registerOrImmediate, op.i64Xor),
  integer(5, memoryWord, op.i64Xor),
  integer(8, registerOrImmediate, op.i64Rotr),
  integer(2, registerOrImmediate, op.i64Rotl),
  swap,
  pairSwap,
  float(16, local.f, constantPair, rounded.add),
  float(5, local.f, memoryPair, rounded.add),
  float(16, local.f, constantPair, rounded.subtract),
  float(5, local.f, memoryPair, rounded.subtract),
  scaling,
  float(32, local.e, constantPair, rounded.multiply),
  float(4, local.e, memoryPositivePair, rounded.divide),
  float(6, local.e, none, rounded.squareRoot),
  branch,
  roundingMode,
  store,
]

/** The instruction of each of the 256 opcodes. */
export const kinds: readonly Kind[] = order.flatMap((kind) =>
  new Array<Kind>(kind.frequency).fill(kind),
)

/** Whether the instruction can change the rounding mode. */
export const changesMode = ({ opcode }: Instruction) => kinds[opcode] === roundingMode
