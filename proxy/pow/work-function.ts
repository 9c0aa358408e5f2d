/**
 * Selects the proof-of-work function of a block.
 *
 * @module
 * @see monero src/cryptonote_core/cryptonote_tx_utils.cpp get_block_longhash
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { randomXVersion } from '#protocol/rules/seed-height.ts'
import type { WorkContext } from './types.ts'

/** The fixed hash of block 202612, whose transactions monerod hashed differently at that time. */
const hashOf202612 = '84f64766475d51837ac9efbef1926486e58563c95a19fef4aec3254f03000000'

export type WorkFunction =
  | { kind: 'fixed'; hash: Uint8Array }
  | { kind: 'randomx' }
  /** The variant number of `cryptonight`. */
  | { kind: 'cryptonight'; variant: number }

export function workFunction({ majorVersion, height }: WorkContext): WorkFunction {
  if (height === 202_612n) return { kind: 'fixed', hash: hexToBytes(hashOf202612) }
  if (majorVersion >= randomXVersion) return { kind: 'randomx' }
  return { kind: 'cryptonight', variant: majorVersion >= 7 ? majorVersion - 6 : 0 }
}
