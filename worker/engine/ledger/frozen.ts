/**
 * Frozen outputs: the user excluded them from payments. They stay frozen when the chain is scanned again, unlike in
 * monero.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'
import { outputWith } from './by-key-image.ts'

/**
 * Freezes an output, or thaws it.
 *
 * @param keyImage - In lower-case hex.
 * @throws {RpcError} UNKNOWN_ERROR when no output is known to have this key image.
 * @see monero src/wallet/wallet2.cpp freeze, thaw, get_transfer_details
 */
export const setFrozen = (store: Store, keyImage: string, frozen: boolean): Promise<void> =>
  setAllFrozen(store, [keyImage], frozen)

/** As {@link setFrozen}, for several outputs at once: all or none. */
export function setAllFrozen(
  store: Store,
  keyImages: readonly string[],
  frozen: boolean,
): Promise<void> {
  return store.commit((change) => {
    for (const keyImage of keyImages) {
      const output = outputOf(store, keyImage)
      if (output.frozen !== frozen) change.put(store.outputs, output.key, { ...output, frozen })
    }
  })
}

/** @throws {RpcError} As {@link setFrozen}. */
export const isFrozen = (store: Store, keyImage: string): boolean =>
  outputOf(store, keyImage).frozen

/** Stages the removal of an output; if it is frozen, it is frozen again when it is found again. */
export function removeOutput(change: Change, { outputs, frozen }: Store, key: string): void {
  const output = change.get(outputs, key)
  if (output?.frozen) change.put(frozen, key, { height: output.height })
  change.delete(outputs, key)
}

/** Whether an output that was found is to be frozen. */
export function takeFrozen(change: Change, { outputs, frozen }: Store, key: string): boolean {
  const isRemembered = change.get(frozen, key) !== undefined
  if (isRemembered) change.delete(frozen, key)
  return isRemembered || change.get(outputs, key)?.frozen === true
}

function outputOf({ outputs }: Store, keyImage: string): Readonly<OutputRecord> {
  const output = outputWith(outputs, keyImage)
  if (!output) throw new RpcError('UNKNOWN_ERROR', 'Key image not found')
  return output
}
