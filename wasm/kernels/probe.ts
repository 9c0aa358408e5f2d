/**
 * Whether the engine supports a kernel's instructions, checked before the kernel is loaded.
 *
 * @module
 */

/** The scanning modules, the faster one first. */
export type Kernel = 'fma' | 'simd'

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
/** One type: no parameters, a vector as the result; and one function of it. */
const type = [1, 5, 1, 0x60, 0, 1, 0x7b]
const functions = [3, 2, 1, 0]
/** i32.const 0, i8x16.splat */
const zero = [0x41, 0, 0xfd, 0x0f]
/** f64x2.relaxed_madd */
const madd = [0xfd, 0x87, 0x02]

const probes: Record<Kernel, number[]> = {
  simd: moduleOf(zero),
  fma: moduleOf([...zero, ...zero, ...zero, ...madd]),
}

function moduleOf(instructions: number[]): number[] {
  const body = [0, ...instructions, 0x0b]
  const code = [1, body.length, ...body]
  return [...header, ...type, ...functions, 10, code.length, ...code]
}

export function engineKnows(kernel: Kernel): boolean {
  return WebAssembly.validate(Uint8Array.from(probes[kernel]))
}
