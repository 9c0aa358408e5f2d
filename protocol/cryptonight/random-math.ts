/**
 * CryptoNightR's random program: a new one for every height, run in every step.
 *
 * @module
 * @see monero src/crypto/variant4_random_math.h
 */
import { blake256 } from '@noble/hashes/blake1.js'
import { dataView, u64ToBytes } from '../bytes.ts'

const opcodes = { MUL: 0, ADD: 1, SUB: 2, ROR: 3, ROL: 4, XOR: 5 } as const
const { MUL, ADD, SUB, ROR, ROL, XOR } = opcodes

export type MathInstruction = {
  opcode: number
  /** Of registers 0 to 3. */
  destination: number
  /** Of registers 0 to 8; the caller sets those from 4 on before every run. */
  source: number
  /** Added by ADD, a u32. */
  constant: number
}

/** Cycles of the modelled processor, and its arithmetic units. TOTAL_LATENCY, ALU_COUNT */
const totalLatency = 45
const units = 3
const fewest = 60
const most = 70

/** Cycles by opcode: of that processor, and of an ASIC. */
const latencies = [3, 2, 1, 2, 2, 1] as const
const ownMachine = [3, 1, 1, 1, 1, 1] as const

const isRotation = (opcode: number) => opcode === ROR || opcode === ROL

/** The program of a height, 60 to 70 instructions. */
export function randomMath(height: bigint): MathInstruction[] {
  const random = new RandomBytes(height)
  for (;;) {
    const code = new Generator(random).run()
    if (code.length >= fewest && code.some(({ source }) => source === 8)) return code
  }
}

/** Bytes that blake256 makes from the height. */
class RandomBytes {
  #data = new Uint8Array(32)
  #at = 32

  constructor(height: bigint) {
    this.#data.set(u64ToBytes(height))
    this.#data[20] = 0xda
  }

  byte(): number {
    this.#need(1)
    return this.#data[this.#at++]!
  }

  u32(): number {
    this.#need(4)
    this.#at += 4
    return dataView(this.#data).getUint32(this.#at - 4, true)
  }

  #need(count: number) {
    if (this.#at + count <= 32) return
    this.#data = blake256(this.#data).slice()
    this.#at = 0
  }
}

class Generator {
  readonly #random: RandomBytes
  readonly #code: MathInstruction[] = []
  /** Cycle at which each register's value is ready: on the processor, and on an ASIC. */
  readonly #latency = new Array<number>(9).fill(0)
  readonly #ownLatency = new Array<number>(9).fill(0)
  /** By cycle, a bit for each unit. */
  readonly #busy = new Uint8Array(totalLatency + 2)
  /** Marks a register's value: equal values have equal marks. Constants share one. */
  readonly #marks = [0, 1, 2, 3, 255, 255, 255, 255, 255]
  /** The last opcode that changed a register, and the mark of its operand. */
  readonly #last: ({ opcode: number; by: number } | undefined)[] = new Array(9).fill(undefined)
  #rotations = 0
  #retries = 0

  constructor(random: RandomBytes) {
    this.#random = random
  }

  run(): MathInstruction[] {
    const slow = () => this.#latency.slice(0, 4).some((cycles) => cycles < totalLatency)
    for (let tries = 0; tries < 256 && slow() && this.#retries < 64; tries++) {
      this.#tryOne()
      if (this.#code.length >= fewest) break
    }
    this.#pad()
    return this.#code
  }

  /** Draws an instruction, and adds it if it can be scheduled. */
  #tryOne() {
    const drawn = this.#random.byte()
    const opcode = this.#opcode(drawn & 7)
    const destination = (drawn >> 3) & 3
    const drawnSource = drawn >> 5
    // A register combined with itself would give a constant.
    const isSum = opcode === ADD || opcode === SUB || opcode === XOR
    const source = isSum && drawnSource === destination ? 8 : drawnSource
    if (this.#repeats(opcode, destination, source)) return

    const slot = this.#slot(opcode, Math.max(this.#latency[destination]!, this.#latency[source]!))
    if (slot.cycle > this.#latency[destination]! + 7) return
    const ready = slot.cycle + latencies[opcode]!
    if (ready > totalLatency) {
      this.#retries++
      return
    }
    if (isRotation(opcode)) this.#rotations++
    this.#busy[slot.cycle]! |= slot.unit
    // A real processor needs two additions.
    if (opcode === ADD) this.#busy[slot.cycle + 1]! |= slot.unit
    this.#latency[destination] = ready
    this.#ownLatency[destination] =
      Math.max(this.#ownLatency[destination]!, this.#ownLatency[source]!) + ownMachine[opcode]!
    this.#last[destination] = { opcode, by: this.#marks[source]! }
    this.#marks[destination] = this.#code.length
    const constant = opcode === ADD ? this.#random.u32() : 0
    this.#code.push({ opcode, destination, source, constant })
  }

  #opcode(bits: number): number {
    if (bits <= 2) return MUL
    if (bits === 3) return ADD
    if (bits === 4) return SUB
    if (bits === 5) return this.#random.byte() < 128 ? ROR : ROL
    return XOR
  }

  /** Whether it could be merged with the last change of the register. */
  #repeats(opcode: number, destination: number, source: number): boolean {
    const last = this.#last[destination]
    if (last === undefined || opcode === MUL) return false
    if (isRotation(opcode) && isRotation(last.opcode)) return true
    return last.opcode === opcode && last.by === this.#marks[source]
  }

  /** The first cycle from `from` on with a free unit; the number of cycles if every unit is in use. */
  #slot(opcode: number, from: number): { cycle: number; unit: number } {
    const usable = opcode === MUL ? [1] : [4, 2, 1]
    for (let cycle = from; cycle < totalLatency; cycle++) {
      // A rotation waits for the one before it.
      if (isRotation(opcode) && cycle < this.#rotations * latencies[opcode]!) continue
      const taken = this.#busy[cycle]! | (opcode === ADD ? this.#busy[cycle + 1]! : 0)
      const unit = usable.find((each) => (taken & each) === 0)
      if (unit !== undefined) return { cycle, unit }
    }
    return { cycle: totalLatency, unit: 0 }
  }

  /** Adds instructions until an ASIC would be as slow. */
  #pad() {
    const latency = this.#ownLatency
    const fast = () => latency.slice(0, 4).every((cycles) => cycles < totalLatency)
    for (let added = 0; this.#code.length < most && fast(); added++) {
      const four = latency.slice(0, 4)
      const destination = four.indexOf(Math.min(...four))
      const source = four.indexOf(Math.max(...four))
      const opcode = ([ROR, MUL, MUL] as const)[added % units]!
      latency[destination] = latency[source]! + ownMachine[opcode]!
      this.#code.push({ opcode, destination, source, constant: 0 })
    }
  }
}

/** Runs a program over nine registers of 32 bits. */
export function runMath(code: readonly MathInstruction[], r: Uint32Array) {
  for (const { opcode, destination, source, constant } of code) {
    const [x, y] = [r[destination]!, r[source]!]
    if (opcode === MUL) r[destination] = Math.imul(x, y)
    else if (opcode === ADD) r[destination] = x + y + constant
    else if (opcode === SUB) r[destination] = x - y
    else if (opcode === XOR) r[destination] = x ^ y
    else if (opcode === ROR) r[destination] = (x >>> (y & 31)) | (x << (-y & 31))
    else r[destination] = (x << (y & 31)) | (x >>> (-y & 31))
  }
}
