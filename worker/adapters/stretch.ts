/**
 * Password hashing by Argon2id: in WebAssembly, or in JavaScript without it.
 *
 * @module
 */
import type { StretchCost, StretchPassword } from '../engine/base/ports.ts'
import { mayCompile } from './crypto.ts'

/**
 * Cost for passwords of new wallets, a third of a second on a laptop: the second recommendation of RFC 9106,
 * section 4, with one lane, because there is one thread.
 */
export const defaultStretchCost: StretchCost = {
  memoryKiB: 64 * 1024,
  iterations: 3,
  parallelism: 1,
}

/** Argon2id, 32 bytes. */
export const stretchPassword: StretchPassword = async (password, salt, cost) => {
  // Never empty: hash-wasm refuses an empty password, which a wallet may have.
  const bytes = new TextEncoder().encode(`nightjar ${password}`)
  try {
    return await ((await mayCompile()) ? inWasm : inScript)(bytes, salt, cost)
  } finally {
    bytes.fill(0)
  }
}

type Stretch = (password: Uint8Array, salt: Uint8Array, cost: StretchCost) => Promise<Uint8Array>

const inWasm: Stretch = async (password, salt, { memoryKiB, iterations, parallelism }) => {
  const { argon2id } = await import('hash-wasm')
  return argon2id({
    password,
    salt,
    iterations,
    parallelism,
    memorySize: memoryKiB,
    hashLength: 32,
    outputType: 'binary',
  })
}

/** The same in JavaScript, many times slower. */
export const inScript: Stretch = async (password, salt, cost) => {
  const { argon2idAsync } = await import('@noble/hashes/argon2.js')
  const { memoryKiB: m, iterations: t, parallelism: p } = cost
  return argon2idAsync(password, salt, { m, t, p, dkLen: 32, maxmem: 2 ** 32 - 1 })
}
