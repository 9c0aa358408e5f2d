/**
 * The module's memory: copies arguments in and results out, and wipes both.
 *
 * @module
 */
import { checkLength } from '../arguments.ts'
import type { RandomBytes } from '../types.ts'
import type { CryptoExports } from './exports.ts'

/** An address in the module's memory. */
export type Pointer = number

/** The memory of one call. Pointers are valid until the call ends. */
export type Frame = {
  /** Copies an argument in. @throws RangeError that names it, unless it is `length` bytes long. */
  put: (name: string, bytes: Uint8Array, length?: number) => Pointer
  /** Copies bytes of any length in; the caller passes the length to the module. */
  putAny: (bytes: Uint8Array) => Pointer
  /** Copies rows of 32 bytes in, one after another. @throws RangeError with the `name` of a row of another length. */
  putRows: (name: (i: number) => string, rows: readonly Uint8Array[]) => Pointer
  /** Copies bytes to allocated memory. */
  write: (pointer: Pointer, bytes: Uint8Array) => void
  /** The whole memory, until the next allocation or call of the module. */
  view: () => Uint8Array<ArrayBuffer>
  /** Allocates memory for a result. */
  space: (length: number) => Pointer
  /** A fresh copy of a result. */
  take: (pointer: Pointer, length?: number) => Uint8Array<ArrayBuffer>
}

/** The exports that memory access needs. */
type MemoryExports = Pick<CryptoExports, 'memory' | 'alloc' | 'wipe'>

/** Runs `body`, then wipes its arguments and all that the module computed. */
export type Call = <T>(body: (frame: Frame) => T) => T

/** The module, and the only way to call it. */
export type Machine = {
  exports: CryptoExports
  call: Call
  /** A call for the 32 bytes that `write` makes at `o`. */
  bytes: (write: (o: Pointer, frame: Frame) => void) => Uint8Array
  /** The same, undefined if `write` returns 0: a point was invalid. */
  maybeBytes: (write: (o: Pointer, frame: Frame) => number) => Uint8Array | undefined
}

/**
 * Starts the module. It takes random bytes from `random`, which are wiped after copying.
 *
 * @throws Error for the module with fused multiply-adds where they are not fused: see {@link exactMachine}.
 */
export function startMachine(module: WebAssembly.Module, random: RandomBytes): Machine {
  const machine = exactMachine(module, random)
  if (!machine) throw new Error('the module needs fused multiply-adds, which this machine lacks')
  return machine
}

/** The same; undefined where the module would calculate wrongly. */
export function exactMachine(module: WebAssembly.Module, random: RandomBytes): Machine | undefined {
  const fill = (pointer: Pointer, length: number) => {
    const bytes = random(length)
    checkLength('random', bytes, length)
    new Uint8Array(exports.memory.buffer, pointer, length).set(bytes)
    bytes.fill(0)
  }
  const exports = new WebAssembly.Instance(module, { random: { fill } }).exports as CryptoExports
  return isExact(exports) ? machineOf(exports) : undefined
}

/** Whether the machine's arithmetic is what the module needs. The numbers are explained in ../fma/exact.ts. */
export function isExact(exports: Pick<CryptoExports, 'isExact'>): boolean {
  return Boolean(exports.isExact(1 + 2 ** -30, 1 + 2 ** -29))
}

/** Initialises an instance, and makes the functions to call it. */
export function machineOf(exports: CryptoExports): Machine {
  exports.initialize()
  const call = callOf(exports)
  const maybeBytes: Machine['maybeBytes'] = (write) =>
    call((frame) => {
      const o = frame.space(32)
      return write(o, frame) ? frame.take(o) : undefined
    })
  const bytes: Machine['bytes'] = (write) =>
    call((frame) => {
      const o = frame.space(32)
      write(o, frame)
      return frame.take(o)
    })
  return { exports, call, bytes, maybeBytes }
}

export function callOf(exports: MemoryExports): Call {
  const frame = frameOf(exports)
  return (body) => {
    try {
      return body(frame)
    } finally {
      exports.wipe()
    }
  }
}

function frameOf({ memory, alloc }: MemoryExports): Frame {
  // Growth replaces the memory's buffer, so no view of it is kept.
  const write = (pointer: Pointer, bytes: Uint8Array) =>
    new Uint8Array(memory.buffer).set(bytes, pointer)
  const putAny = (bytes: Uint8Array) => {
    const pointer = alloc(bytes.length)
    write(pointer, bytes)
    return pointer
  }
  return {
    putAny,
    write,
    view: () => new Uint8Array(memory.buffer),
    putRows(name, rows) {
      const pointer = alloc(32 * rows.length)
      rows.forEach((row, i) => {
        checkLength(name(i), row, 32)
        write(pointer + 32 * i, row)
      })
      return pointer
    },
    put(name, bytes, length = 32) {
      checkLength(name, bytes, length)
      return putAny(bytes)
    },
    space: (length) => alloc(length),
    take: (pointer, length = 32) => new Uint8Array(memory.buffer.slice(pointer, pointer + length)),
  }
}
