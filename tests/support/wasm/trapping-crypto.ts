/**
 * A scanning module that fails on some batches.
 *
 * @module
 */
import type { Crypto, ScanBatch } from '#wasm/types.ts'

/** The error of a WebAssembly module that executes `unreachable`. */
export const trap = () => Object.assign(new Error('unreachable'), { name: 'RuntimeError' })

/** @param isBad - Whether the module traps on a batch. */
export const trappingCrypto = (crypto: Crypto, isBad: (batch: ScanBatch) => boolean): Crypto => ({
  ...crypto,
  scan(viewSecret, batch) {
    if (isBad(batch)) throw trap()
    return crypto.scan(viewSecret, batch)
  },
})

/** Whether a key is one of a batch. */
export const hasKey = ({ keys }: ScanBatch, key: Uint8Array): boolean =>
  Buffer.from(keys).includes(Buffer.from(key))
