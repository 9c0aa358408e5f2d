/**
 * The instructions of SuperscalarHash on the simulated processor.
 *
 * @module
 * @see RandomX specs.md, tables 6.1.1, 6.2.1 and 6.3.2
 */
import type { BlakeGenerator } from './blake-generator.ts'
import { reciprocal } from './reciprocal.ts'

/** Execution ports P0, P1 and P5, as bits. */
const p0 = 1
const p1 = 2
const p5 = 4

/** One micro-operation: its latency, and the ports that each of its parts may use. */
export type MacroOp = {
  latency: number
  ports: readonly number[]
  /** Depends on the result of the step before it. */
  dependent?: true
}

const simple = (latency: number, ...ports: number[]): readonly MacroOp[] => [{ latency, ports }]
const move: MacroOp = { latency: 0, ports: [] }
const wideMultiply = [move, { latency: 4, ports: [p1, p5] }, move]

/** Indices of the steps that use the operands; -1 for an instruction without such an operand. */
type Form = {
  steps: readonly MacroOp[]
  sourceAt: number
  destinationAt: number
  resultAt: number
}

const withSource = (steps: readonly MacroOp[]): Form => ({
  steps,
  sourceAt: 0,
  destinationAt: 0,
  resultAt: 0,
})
const withConstant = (steps: readonly MacroOp[]): Form => ({ ...withSource(steps), sourceAt: -1 })
const wide: Form = { steps: wideMultiply, sourceAt: 1, destinationAt: 0, resultAt: 1 }

export const forms = {
  ISUB_R: withSource(simple(1, p0 | p1 | p5)),
  IXOR_R: withSource(simple(1, p0 | p1 | p5)),
  IADD_RS: withSource(simple(1, p0 | p1)),
  IMUL_R: withSource(simple(3, p1)),
  IROR_C: withConstant(simple(1, p0 | p5)),
  IADD_C: withConstant(simple(1, p0 | p1 | p5)),
  IXOR_C: withConstant(simple(1, p0 | p1 | p5)),
  IMULH_R: wide,
  ISMULH_R: wide,
  IMUL_RCP: {
    steps: [...simple(1, p0 | p1 | p5), { latency: 3, ports: [p1], dependent: true }],
    sourceAt: -1,
    destinationAt: 1,
    resultAt: 1,
  },
} as const satisfies Record<string, Form>

export type Name = keyof typeof forms

export const isMultiplication = (name: Name) => name.startsWith('IMUL') || name === 'ISMULH_R'

/** An instruction without its operands. */
export type Draft = {
  name: Name
  /** Constant operand, a u32; the shift of IADD_RS. */
  immediate: number
  source: number
  destination: number
  /** A register is not changed twice in a row by operations of the same group and parameter. */
  group: Name
  parameter: number
}

/** Sizes of the slots that one cycle decodes. */
const buffers = {
  484: [4, 8, 4],
  7333: [7, 3, 3, 3],
  3733: [3, 7, 3, 3],
  493: [4, 9, 3],
  4444: [4, 4, 4, 4],
  3310: [3, 3, 10],
} as const
export type Buffer = (typeof buffers)[keyof typeof buffers]

const anyBuffer = [buffers[484], buffers[7333], buffers[3733], buffers[493]] as const

/** The next group of slots. @see RandomX specs.md, 6.3.1 */
export function nextBuffer(
  current: Name | undefined,
  cycle: number,
  multiplications: number,
  random: BlakeGenerator,
): Buffer {
  if (current === 'IMULH_R' || current === 'ISMULH_R') return buffers[3310]
  if (multiplications <= cycle) return buffers[4444]
  if (current === 'IMUL_RCP') return random.byte() & 1 ? buffers[484] : buffers[493]
  return anyBuffer[random.byte() & 3]!
}

/** A random instruction whose first step fits into a slot. @see RandomX specs.md, 6.3.2 */
export function draft(buffer: Buffer, slot: number, random: BlakeGenerator): Draft {
  const name = choose(buffer, slot, random)
  const immediate = drawImmediate(name, random)
  const isWide = name === 'IMULH_R' || name === 'ISMULH_R'
  const parameter = isWide ? random.u32() | 0 : -1
  const group = name === 'ISUB_R' ? 'IADD_RS' : name
  return { name, immediate, source: -1, destination: -1, group, parameter }
}

function choose(buffer: Buffer, slot: number, random: BlakeGenerator): Name {
  const isLast = slot === buffer.length - 1
  const size = buffer[slot]!
  if (size === 10) return 'IMUL_RCP'
  if (size > 4) return (['IXOR_C', 'IADD_C'] as const)[random.byte() & 1]!
  if (size === 3 && isLast)
    return (['ISUB_R', 'IXOR_R', 'IMULH_R', 'ISMULH_R'] as const)[random.byte() & 3]!
  if (size === 3) return (['ISUB_R', 'IXOR_R'] as const)[random.byte() & 1]!
  if (buffer === buffers[4444] && !isLast) return 'IMUL_R'
  return (['IROR_C', 'IADD_RS'] as const)[random.byte() & 1]!
}

function drawImmediate(name: Name, random: BlakeGenerator): number {
  if (name === 'IADD_RS') return (random.byte() >> 2) & 3
  if (name === 'IADD_C' || name === 'IXOR_C') return random.u32()
  if (name === 'IROR_C') return until(() => random.byte() & 63, Boolean)
  if (name === 'IMUL_RCP')
    return until(
      () => random.u32(),
      (value) => reciprocal(value) !== undefined,
    )
  return 0
}

function until(draw: () => number, fits: (value: number) => boolean): number {
  let value = draw()
  while (!fits(value)) value = draw()
  return value
}
