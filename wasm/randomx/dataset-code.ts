/**
 * Compiles the SuperscalarHash programs of a seed to a function that computes dataset items.
 *
 * @module
 * @see RandomX specs.md, 7.3
 */
import { Code, moduleBytes, op, type } from './code.ts'
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

/** Locals: the two parameters, r0 to r7, then temporaries. */
const [item, target, r0] = [0, 1, 2]
const [first, second, ahead, line] = [10, 11, 12, 13]

const low32 = 0xffff_ffffn

/** A module whose `run(item, target)` writes the item of that number to memory. */
export function datasetModule(programs: readonly SuperscalarProgram[]): Uint8Array<ArrayBuffer> {
  const code = new Code()
  code.get(item).byte(op.i64ExtendI32U).i64(1).byte(op.i64Add)
  code.i64Wide(multiplier).byte(op.i64Mul).set(r0)
  constants.forEach((constant, index) => {
    code.get(r0).i64Wide(constant).byte(op.i64Xor)
    code.set(r0 + 1 + index)
  })
  code.get(item)
  for (const { instructions, addressRegister } of programs) {
    code.i32(cacheSize / 64 - 1).byte(op.i32And)
    code.i32(6).byte(op.i32Shl).tee(line)
    // The load of the cache item overlaps with the program.
    code.memory(op.i64Load, cacheAt).set(ahead)
    for (const instruction of instructions) write(code, instruction)
    for (let index = 0; index < 8; index++) {
      code.get(r0 + index)
      if (index === 0) code.get(ahead)
      else code.get(line).memory(op.i64Load, cacheAt + 8 * index)
      code.byte(op.i64Xor).set(r0 + index)
    }
    code.get(r0 + addressRegister).byte(op.i32WrapI64)
  }
  code.set(line)
  for (let index = 0; index < 8; index++)
    code
      .get(target)
      .get(r0 + index)
      .memory(op.i64Store, 8 * index)
  const locals = [[11, type.i64] as const, [1, type.i32] as const]
  return moduleBytes({ imports: [], signature: [[type.i32, type.i32], []], locals }, code)
}

/** One instruction. @see RandomX specs.md, 6.1 */
function write(code: Code, { name, destination, source, immediate }: SuperscalarInstruction) {
  const [to, from] = [r0 + destination, r0 + source]
  if (name === 'IMULH_R' || name === 'ISMULH_R') {
    highProduct(code, to, from)
    if (name === 'ISMULH_R') {
      code.get(to).i64(63).byte(op.i64ShrS).get(from).byte(op.i64And).byte(op.i64Sub)
      code.get(from).i64(63).byte(op.i64ShrS).get(to).byte(op.i64And).byte(op.i64Sub)
    }
    code.set(to)
    return
  }
  code.get(to)
  if (name === 'ISUB_R') code.get(from).byte(op.i64Sub)
  else if (name === 'IXOR_R') code.get(from).byte(op.i64Xor)
  else if (name === 'IADD_RS') code.get(from).i64(immediate).byte(op.i64Shl).byte(op.i64Add)
  else if (name === 'IMUL_R') code.get(from).byte(op.i64Mul)
  else if (name === 'IROR_C') code.i64(immediate).byte(op.i64Rotr)
  else if (name === 'IADD_C') code.i64(immediate).byte(op.i64Add)
  else if (name === 'IXOR_C') code.i64(immediate).byte(op.i64Xor)
  else code.i64Wide(reciprocal(immediate)!).byte(op.i64Mul)
  code.set(to)
}

/** Pushes the upper half of an unsigned product, inline: a call would cost more than the product. */
function highProduct(code: Code, a: number, b: number) {
  const lower = (local: number) => code.get(local).i64Wide(low32).byte(op.i64And)
  const upper = (local: number) => code.get(local).i64(32).byte(op.i64ShrU)
  upper(a)
  lower(b).byte(op.i64Mul)
  lower(a)
  lower(b).byte(op.i64Mul).i64(32).byte(op.i64ShrU).byte(op.i64Add).set(first)
  lower(a)
  upper(b).byte(op.i64Mul)
  lower(first).byte(op.i64Add).set(second)
  upper(a)
  upper(b).byte(op.i64Mul)
  upper(first).byte(op.i64Add)
  upper(second).byte(op.i64Add)
}
