/**
 * Compiles the SuperscalarHash programs of a seed to a function that computes dataset items.
 *
 * It computes two items at once. Most of the time goes into waiting for lines of the cache, and the lines of
 * both are on their way at the same time. Each program stands once, in a loop over the items, so that the
 * code fits into the caches of a processor.
 *
 * @module
 * @see RandomX specs.md, 7.3
 */
import { Code, moduleBytes, op, type } from './code.ts'
import { highSigned, highUnsigned } from './high.ts'
import { cacheAt, cacheSize } from './layout.ts'
import { reciprocal } from './reciprocal.ts'
import type { SuperscalarInstruction, SuperscalarProgram } from './superscalar.ts'

const multiplier = 6364136223846793005n
/** Constants that r0 is combined with for the other registers. */
const constants = [
  9298411001130361340n,
  12065312585734608966n,
  9306329213124626780n,
  5281919268842080866n,
  10536153434571861004n,
  3398623926847679864n,
  9549104520008361294n,
] as const

const itemSize = 64
/** Instructions of a basic block. @see writeBlockEnd */
const blockLength = 48

/** Parameters: numbers of two items, later addresses of their lines of the cache; where the items go. */
const [first, second, target] = [0, 1, 2]
/** Locals: the registers of the current item, its line, and the first words of its line and the next one. */
const local = { item: 3, line: 4, r: 5, word: 13, nextWord: 14, low: 15, middle: 16 } as const
const locals = [
  [2, type.i32],
  [12, type.i64],
] as const

/** A module whose `run(first, second, target)` writes the items of these numbers to memory. */
export function datasetModule(programs: readonly SuperscalarProgram[]): Uint8Array<ArrayBuffer> {
  const code = new Code()
  writeStart(code, first, 0)
  writeStart(code, second, itemSize)
  programs.forEach(({ instructions }, index) => {
    const previous = programs[index - 1]?.addressRegister
    writeLineLoad(code, first, previous, 0, local.word)
    writeLineLoad(code, second, previous, itemSize, local.nextWord)
    writeProgram(code, instructions)
  })
  return moduleBytes({ imports: [], signature: [[type.i32, type.i32, type.i32], []], locals }, code)
}

/** The registers of an item at the start, `offset` bytes after the target. */
function writeStart(code: Code, number: number, offset: number) {
  code.get(number).byte(op.i64ExtendI32U).i64(1).byte(op.i64Add)
  code.i64Wide(multiplier).byte(op.i64Mul).set(local.r)
  code.get(target).get(local.r).memory(op.i64Store, offset)
  constants.forEach((constant, index) => {
    code.get(target).get(local.r).i64Wide(constant).byte(op.i64Xor)
    code.memory(op.i64Store, offset + 8 * (index + 1))
  })
}

/**
 * Sets the address of a line of the cache, and loads its first word, long before it is needed.
 *
 * @param register - Selects the line; undefined for the number of the item.
 */
function writeLineLoad(
  code: Code,
  line: number,
  register: number | undefined,
  offset: number,
  word: number,
) {
  if (register === undefined) code.get(line)
  else
    code
      .get(target)
      .memory(op.i64Load, offset + 8 * register)
      .byte(op.i32WrapI64)
  code.i32(cacheSize / itemSize - 1).byte(op.i32And)
  code.i32(6).byte(op.i32Shl).tee(line)
  code.memory(op.i64Load, cacheAt).set(word)
}

/** A program and the line of the cache, for the first item, then for the second one. */
function writeProgram(code: Code, instructions: readonly SuperscalarInstruction[]) {
  code.get(target).set(local.item).get(first).set(local.line)
  code.byte(op.loop).byte(type.none)
  for (let index = 0; index < 8; index++) {
    code.get(local.item).memory(op.i64Load, 8 * index)
    code.set(local.r + index)
  }
  instructions.forEach((instruction, index) => {
    write(code, instruction)
    if (index % blockLength === blockLength - 1) writeBlockEnd(code, instruction)
  })
  for (let index = 0; index < 8; index++) {
    code.get(local.item).get(local.r + index)
    if (index === 0) code.get(local.word)
    else code.get(local.line).memory(op.i64Load, cacheAt + 8 * index)
    code.byte(op.i64Xor).memory(op.i64Store, 8 * index)
  }
  code.get(local.nextWord).set(local.word).get(second).set(local.line)
  code.get(local.item).i32(itemSize).byte(op.i32Add).tee(local.item)
  code
    .get(target)
    .byte(op.i32Sub)
    .i32(2 * itemSize)
    .byte(op.i32LtU)
  code.byte(op.brIf).u32(0).byte(op.end)
}

/**
 * Ends a basic block of the compiled code. Some compilers order the instructions of a block by their distance
 * from its end. In a long block, that keeps far more values than there are registers.
 *
 * The branch is hardly ever taken, and writes what the end of the program overwrites.
 */
function writeBlockEnd(code: Code, { destination }: SuperscalarInstruction) {
  const register = local.r + destination
  code.get(register).byte(op.i64Eqz).byte(op.if).byte(type.none)
  code
    .get(local.item)
    .get(register)
    .memory(op.i64Store, 8 * destination)
  code.byte(op.end)
}

/** One instruction. @see RandomX specs.md, 6.1 */
function write(code: Code, { name, destination, source, immediate }: SuperscalarInstruction) {
  const [to, from] = [local.r + destination, local.r + source]
  if (name === 'IMULH_R') highUnsigned(code, to, from, local)
  else if (name === 'ISMULH_R') highSigned(code, to, from, local)
  else {
    code.get(to)
    if (name === 'ISUB_R') code.get(from).byte(op.i64Sub)
    else if (name === 'IXOR_R') code.get(from).byte(op.i64Xor)
    else if (name === 'IADD_RS') code.get(from).i64(immediate).byte(op.i64Shl).byte(op.i64Add)
    else if (name === 'IMUL_R') code.get(from).byte(op.i64Mul)
    else if (name === 'IROR_C') code.i64(immediate).byte(op.i64Rotr)
    else if (name === 'IADD_C') code.i64(immediate).byte(op.i64Add)
    else if (name === 'IXOR_C') code.i64(immediate).byte(op.i64Xor)
    else code.i64Wide(reciprocal(immediate)!).byte(op.i64Mul)
  }
  code.set(to)
}
