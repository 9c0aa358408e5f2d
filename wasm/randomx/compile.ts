/**
 * Compiles modules over the memory of a seed.
 *
 * Shared and unshared memories need different modules. All bytes here import a shared one; where the memory is
 * unshared, the import is changed. One thread alone needs no shared memory, and not every browser has it.
 *
 * @module
 */

/** The import of `env.memory`, up to its flags. */
const memoryImport = [3, ...ascii('env'), 6, ...ascii('memory'), 2]
const sharedWithMaximum = 3
const withMaximum = 1

/** @param bytes - A module that imports a shared memory as `env.memory`. */
export function compileFor(
  memory: WebAssembly.Memory,
  bytes: Uint8Array<ArrayBuffer>,
): WebAssembly.Module {
  const isShared = !(memory.buffer instanceof ArrayBuffer)
  return new WebAssembly.Module(isShared ? bytes : unshared(bytes))
}

function unshared(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const start = bytes.findIndex((_, at) => memoryImport.every((byte, i) => bytes[at + i] === byte))
  const flags = start + memoryImport.length
  if (start < 0 || bytes[flags] !== sharedWithMaximum)
    throw new Error('expected a module that imports a shared memory')
  const changed = bytes.slice()
  changed[flags] = withMaximum
  return changed
}

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}
