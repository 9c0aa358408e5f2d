/**
 * Labels of outputs. They are attributes of the wallet, by the one-time key of the output, so a rescan and a
 * reorganisation keep them.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Store } from '../../store/store.ts'

const prefix = 'nightjar.coin-label.'

/** Number of characters of the longest label. */
const mostCharacters = 200

/** The label of an output; empty without one. @param key - Its one-time key. */
export const coinLabel = ({ attributes }: Pick<Store, 'attributes'>, key: string): string =>
  attributes.get(`${prefix}${key}`) ?? ''

/**
 * Labels an output.
 *
 * @param label - Space around it is removed. Empty removes the label.
 * @throws {RpcError} UNKNOWN_ERROR for an unknown output and for a long label.
 */
export async function labelCoin(store: Store, key: string, label: string): Promise<void> {
  const text = label.trim()
  if (text.length > mostCharacters)
    throw new RpcError(
      'UNKNOWN_ERROR',
      `label: expected at most ${mostCharacters} characters, got ${text.length}`,
    )
  await store.commit((change) => {
    if (!store.outputs.has(key))
      throw new RpcError(
        'UNKNOWN_ERROR',
        'key: expected the one-time key of an output of this wallet',
      )
    if (text === '') change.delete(store.attributes, `${prefix}${key}`)
    else change.put(store.attributes, `${prefix}${key}`, text)
  })
}
