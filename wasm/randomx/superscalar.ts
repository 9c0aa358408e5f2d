/**
 * Generates SuperscalarHash programs by simulating a superscalar processor.
 *
 * @module
 * @see RandomX specs.md, 6.3; the order of random draws and the handling of instructions without an
 *   operand: RandomX src/superscalar.cpp generateSuperscalar
 */
import type { BlakeGenerator } from './blake-generator.ts'
import {
  draft,
  forms,
  isMultiplication,
  nextBuffer,
  type Draft,
  type MacroOp,
  type Name,
} from './superscalar-instructions.ts'

export type SuperscalarInstruction = {
  name: Name
  destination: number
  /** The destination if there is no source. */
  source: number
  immediate: number
}

export type SuperscalarProgram = {
  instructions: readonly SuperscalarInstruction[]
  /** The register that selects the next item of the cache. */
  addressRegister: number
}

/** Cycles of the simulated processor. RANDOMX_SUPERSCALAR_LATENCY */
const latency = 170
const mostInstructions = 3 * latency + 2
/** Cycles to look ahead for an operand. */
const patience = 4
const cycles = latency + patience
const mostThrownAway = 256
/** IADD_RS cannot write here. */
const noShiftedSum = 5

export function superscalarProgram(random: BlakeGenerator): SuperscalarProgram {
  const instructions = new Generator(random).run()
  return { instructions, addressRegister: addressRegister(instructions) }
}

/** Latency of a register, and its last operation. */
type Register = { ready: number; group: Name | undefined; parameter: number }

class Generator {
  readonly #random: BlakeGenerator
  readonly #ports = new Ports()
  readonly #registers = Array.from({ length: 8 }, (): Register => ({
    ready: 0,
    group: undefined,
    parameter: -1,
  }))
  readonly #made: SuperscalarInstruction[] = []
  #current: Draft | undefined
  #step = 0
  #cycle = 0
  /** Cycle at which the last step's result is ready. */
  #result = 0
  #multiplications = 0
  #thrownAway = 0
  #saturated = false

  constructor(random: BlakeGenerator) {
    this.#random = random
  }

  run(): SuperscalarInstruction[] {
    for (let decoded = 0; decoded < latency && !this.#isFull(); decoded++) {
      this.#decode(decoded)
      this.#cycle++
    }
    return this.#made
  }

  #isFull() {
    return this.#saturated || this.#made.length >= mostInstructions
  }

  /** Fills the slots of one cycle with steps. */
  #decode(decoded: number) {
    const current = this.#current?.name
    const buffer = nextBuffer(current, decoded, this.#multiplications, this.#random)
    for (let slot = 0; slot < buffer.length;) {
      if (this.#current === undefined || this.#step >= forms[this.#current.name].steps.length) {
        if (this.#isFull()) return
        this.#current = draft(buffer, slot, this.#random)
        this.#step = 0
      }
      const done = this.#issue(this.#current)
      if (done === 'stop') return
      if (done === 'issued') slot++
    }
  }

  /** Schedules the next step of `instruction`, and selects its operands. */
  #issue(instruction: Draft): 'issued' | 'thrown away' | 'stop' {
    const form = forms[instruction.name]
    const step: MacroOp = form.steps[this.#step]!
    const top = this.#cycle
    let at = this.#ports.find(step, step.dependent ? Math.max(top, this.#result) : top)
    if (at !== undefined && this.#step === form.sourceAt) {
      at = this.#wait(at, (cycle) => this.#chooseSource(instruction, cycle))
      if (at === undefined) return this.#throwAway()
    }
    if (at !== undefined && this.#step === form.destinationAt) {
      at = this.#wait(at, (cycle) => this.#chooseDestination(instruction, cycle))
      if (at === undefined) return this.#throwAway()
    }
    if (at !== undefined) {
      this.#thrownAway = 0
      at = this.#ports.take(step, at)
    }
    if (at === undefined) {
      this.#saturated = true
      return 'stop'
    }
    this.#result = at + step.latency
    if (this.#step === form.resultAt) this.#retire(instruction)
    this.#step++
    if (at >= latency) this.#saturated = true
    this.#cycle = top
    if (this.#step >= form.steps.length) this.#finish(instruction)
    return 'issued'
  }

  /** The next cycle in which `choose` succeeds; advances the time. */
  #wait(from: number, choose: (cycle: number) => boolean): number | undefined {
    for (let waited = 0; waited < patience; waited++) {
      if (choose(from + waited)) return from + waited
      this.#cycle++
    }
    return undefined
  }

  #throwAway(): 'thrown away' | 'stop' {
    this.#current = this.#thrownAway < mostThrownAway ? this.#current : undefined
    if (this.#current === undefined) return 'stop'
    this.#thrownAway++
    this.#step = forms[this.#current.name].steps.length
    return 'thrown away'
  }

  #chooseSource(instruction: Draft, cycle: number): boolean {
    const ready = this.#readyAt(cycle)
    const isShiftedSum = instruction.name === 'IADD_RS'
    // The register that cannot be the destination is the source.
    const pinned = isShiftedSum && ready.length === 2 && ready.includes(noShiftedSum)
    const source = pinned ? noShiftedSum : this.#pick(ready)
    if (source === undefined) return false
    instruction.source = source
    if (instruction.name !== 'IMULH_R' && instruction.name !== 'ISMULH_R')
      instruction.parameter = source
    return true
  }

  #chooseDestination(instruction: Draft, cycle: number): boolean {
    const { name, group, parameter, source } = instruction
    const mayReuse = name === 'IMULH_R' || name === 'ISMULH_R'
    const mayChain = this.#thrownAway > 0 || name !== 'IMUL_R'
    const fitting = this.#readyAt(cycle).filter((index) => {
      const last = this.#registers[index]!
      if (!mayReuse && index === source) return false
      if (!mayChain && last.group === 'IMUL_R') return false
      if (last.group === group && last.parameter === parameter) return false
      return name !== 'IADD_RS' || index !== noShiftedSum
    })
    const destination = this.#pick(fitting)
    if (destination === undefined) return false
    instruction.destination = destination
    return true
  }

  #readyAt(cycle: number): number[] {
    return [...this.#registers.keys()].filter((index) => this.#registers[index]!.ready <= cycle)
  }

  #pick(among: readonly number[]): number | undefined {
    return among.length > 1 ? among[this.#random.u32() % among.length] : among[0]
  }

  #retire({ destination, group, parameter }: Draft) {
    this.#registers[destination] = { ready: this.#result, group, parameter }
  }

  #finish({ name, destination, source, immediate }: Draft) {
    this.#made.push({ name, destination, source: source < 0 ? destination : source, immediate })
    if (isMultiplication(name)) this.#multiplications++
  }
}

/** Used execution ports by cycle. */
class Ports {
  readonly #taken = new Uint8Array(cycles)

  /** The first cycle from `from` on in which all parts of a step can run; undefined if no cycle fits. */
  find({ ports }: MacroOp, from: number): number | undefined {
    if (ports.length === 0) return from
    for (let cycle = from; cycle < cycles; cycle++)
      if (ports.every((allowed) => this.#free(allowed, cycle) !== 0)) return cycle
    return undefined
  }

  take(step: MacroOp, from: number): number | undefined {
    const cycle = this.find(step, from)
    if (cycle !== undefined)
      for (const allowed of step.ports) this.#taken[cycle]! |= this.#free(allowed, cycle)
    return cycle
  }

  /** P5 before P0 before P1, which is reserved for multiplications. */
  #free(allowed: number, cycle: number): number {
    const free = allowed & ~this.#taken[cycle]!
    return free & 4 || free & 1 || free & 2
  }
}

/** The register with the longest chain of dependencies, the first of equals. */
function addressRegister(instructions: readonly SuperscalarInstruction[]): number {
  const depths = new Array<number>(8).fill(0)
  for (const { destination, source } of instructions)
    depths[destination] = Math.max(depths[destination]!, depths[source]!) + 1
  return depths.indexOf(Math.max(...depths))
}
