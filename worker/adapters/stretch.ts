/**
 * Password hashing by Argon2id: in WebAssembly, or in JavaScript without it.
 *
 * @module
 */
import { SerialQueue } from '#protocol/serial-queue.ts'
import type { StretchCost, StretchPassword } from '../engine/base/ports.ts'
import { mayCompile } from './may-compile.ts'
import { reportOf, type TaskThread } from './task-thread.ts'

/**
 * Cost for passwords of new wallets, a third of a second on a laptop: the second recommendation of RFC 9106,
 * section 4, with one lane, because there is one thread.
 */
export const defaultStretchCost: StretchCost = {
  memoryKiB: 64 * 1024,
  iterations: 3,
  parallelism: 1,
}

/** What a thread hashes: the bytes of a password, which it wipes. */
export type StretchTask = { password: Uint8Array; salt: Uint8Array; cost: StretchCost }

/**
 * Argon2id in a thread that ends with it, so that its memory of 64 MiB is free again; on this thread where the other
 * one fails. One thread runs at a time, whatever the number of wallets.
 *
 * @param start - Starts a thread that runs {@link stretchTask}.
 */
export function threadedStretch(start: () => TaskThread): StretchPassword {
  const queue = new SerialQueue()
  return (password, salt, cost) =>
    queue.take(async () => {
      const key = await stretchIn(start(), password, salt, cost)
      return key ?? stretchPassword(password, salt, cost)
    })
}

async function stretchIn(
  thread: TaskThread,
  text: string,
  salt: Uint8Array,
  cost: StretchCost,
): Promise<Uint8Array | undefined> {
  const password = bytesOf(text)
  try {
    const task: StretchTask = { password, salt: salt.slice(), cost }
    return await reportOf<Uint8Array>(thread, task, [password.buffer])
  } finally {
    thread.end()
  }
}

/** A thread's part of {@link threadedStretch}. Undefined when it fails, for example for lack of memory. */
export const stretchTask = ({
  password,
  salt,
  cost,
}: StretchTask): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  argon2id(password, salt, cost).catch(() => undefined)

/** Argon2id of a password on this thread, 32 bytes. */
export const stretchPassword: StretchPassword = (password, salt, cost) =>
  argon2id(bytesOf(password), salt, cost)

// Never empty: hash-wasm refuses an empty password, which a wallet may have.
const bytesOf = (password: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`nightjar ${password}`)

type Stretch = (
  password: Uint8Array,
  salt: Uint8Array,
  cost: StretchCost,
) => Promise<Uint8Array<ArrayBuffer>>

/** Wipes the password. */
const argon2id: Stretch = async (password, salt, cost) => {
  try {
    return await ((await mayCompile()) ? inWasm : inScript)(password, salt, cost)
  } finally {
    password.fill(0)
  }
}

const inWasm: Stretch = async (password, salt, { memoryKiB, iterations, parallelism }) => {
  const { argon2id } = await import('hash-wasm')
  const key = await argon2id({
    password,
    salt,
    iterations,
    parallelism,
    memorySize: memoryKiB,
    hashLength: 32,
    outputType: 'binary',
  })
  return key as Uint8Array<ArrayBuffer>
}

/** The same in JavaScript, many times slower. */
export const inScript: Stretch = async (password, salt, cost) => {
  const { argon2idAsync } = await import('@noble/hashes/argon2.js')
  const { memoryKiB: m, iterations: t, parallelism: p } = cost
  return argon2idAsync(password, salt, { m, t, p, dkLen: 32, maxmem: 2 ** 32 - 1 })
}
