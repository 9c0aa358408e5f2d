/**
 * Frozen outputs: the user excluded them from payments.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { outputWith } from './by-key-image.ts'

/**
 * Freezes an output, or thaws it.
 *
 * @param keyImage - In lower-case hex.
 * @throws {RpcError} UNKNOWN_ERROR when no output is known to have this key image.
 * @see monero src/wallet/wallet2.cpp freeze, thaw, get_transfer_details
 */
export function setFrozen(store: Store, keyImage: string, frozen: boolean): Promise<void> {
  return store.commit((change) => {
    const output = outputOf(store, keyImage)
    if (output.frozen === frozen) return
    change.put(store.outputs, output.key, { ...output, frozen })
  })
}

/** @throws {RpcError} As {@link setFrozen}. */
export const isFrozen = (store: Store, keyImage: string): boolean =>
  outputOf(store, keyImage).frozen

function outputOf({ outputs }: Store, keyImage: string): Readonly<OutputRecord> {
  const output = outputWith(outputs, keyImage)
  if (!output) throw new RpcError('UNKNOWN_ERROR', 'Key image not found')
  return output
}
