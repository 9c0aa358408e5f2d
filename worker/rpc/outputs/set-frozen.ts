/**
 * The common part of freeze and thaw.
 *
 * @module
 */
import { setFrozen } from '../../engine/ledger/frozen.ts'
import type { Wallet } from '../../engine/wallet.ts'
import { keyImageParam, requireKeyImage } from './key-image.ts'

export const freezeContract = {
  params: { key_image: keyImageParam },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['WRONG_KEY_IMAGE', 'UNKNOWN_ERROR'],
} as const

/** @throws {RpcError} UNKNOWN_ERROR, WRONG_KEY_IMAGE */
export async function setOutputFrozen(wallet: Wallet, keyImage: string, isFrozen: boolean) {
  const purpose = isFrozen ? 'freeze' : 'thaw'
  await setFrozen(wallet.store, requireKeyImage(keyImage, purpose), isFrozen)
  wallet.events.emit('changed', { what: 'balance' })
  return {}
}
