/**
 * The module's memory as the bindings use it: arguments in, results out, and nothing left behind.
 *
 * @module
 */
import { checkLength } from '../arguments.ts'
import type { RandomBytes } from '../types.ts'
import type { CryptoExports } from './exports.ts'

/** Where something lies in the module's memory. */
export type Pointer = number

/** One call's view of the module's memory. Pointers are good until the call ends. */
export type Frame = {
  /** Copies an argument in. @throws RangeError naming it when it is not `length` bytes. */
  put: (name: string, bytes: Uint8Array, length?: number) => Pointer
  /** Copies any bytes in, of a length that the module is told. */
  putAny: (bytes: Uint8Array) => Pointer
  /** Copies rows of 32 bytes in, one after another. @throws RangeError with `name` of a wrong one. */
  putRows: (name: (i: number) => string, rows: readonly Uint8Array[]) => Pointer
  /** Copies bytes to room that was taken. */
  write: (pointer: Pointer, bytes: Uint8Array) => void
  /** Room for a result. */
  space: (length: number) => Pointer
  /** A fresh copy of a result. */
  take: (pointer: Pointer, length?: number) => Uint8Array<ArrayBuffer>
}

/** What a module must export for its memory to be used. */
type MemoryExports = Pick<CryptoExports, 'memory' | 'alloc' | 'wipe'>

/** Runs `body`; then all that it put in, and all that the module worked out, is wiped. */
export type Call = <T>(body: (frame: Frame) => T) => T

/** The module, and the only way to call it. */
export type Machine = {
  exports: CryptoExports
  call: Call
  /** A call for the 32 bytes that `write` makes at `o`. */
  bytes: (write: (o: Pointer, frame: Frame) => void) => Uint8Array
  /** The same, and undefined where `write` answers 0: a point was none. */
  maybeBytes: (write: (o: Pointer, frame: Frame) => number) => Uint8Array | undefined
}

/** Starts the module. `random` answers its wish for random bytes, which are wiped once copied. */
export function startMachine(module: WebAssembly.Module, random: RandomBytes): Machine {
  const fill = (pointer: Pointer, length: number) => {
    const bytes = random(length)
    checkLength('random', bytes, length)
    new Uint8Array(exports.memory.buffer, pointer, length).set(bytes)
    bytes.fill(0)
  }
  const exports = new WebAssembly.Instance(module, { random: { fill } }).exports as CryptoExports
  return machineOf(exports)
}

/** The ways to call an instance that is not initialized yet. */
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
  // Growing replaces the memory's buffer, so that no view of it is kept.
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
