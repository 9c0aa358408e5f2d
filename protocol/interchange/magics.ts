/**
 * First bytes of the files that wallets exchange, encrypted with the view key that both have.
 *
 * @module
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Kind and version of the content: this text and a byte come before it. */
export type Magic = { words: string; version: number }

/** @see monero src/wallet/wallet2.cpp UNSIGNED_TX_PREFIX and its neighbours */
export const magics = {
  unsigned: { words: 'Monero unsigned tx set', version: 5 },
  signed: { words: 'Monero signed tx set', version: 5 },
  outputs: { words: 'Monero output export', version: 4 },
  keyImages: { words: 'Monero key image export', version: 3 },
  multisigSet: { words: 'Monero multisig unsigned tx set', version: 1 },
  multisigInfo: { words: 'Monero multisig export', version: 1 },
} as const satisfies Record<string, Magic>

/** The first bytes of such a file. */
export const beginning = ({ words, version }: Magic): Uint8Array =>
  concatBytes(utf8ToBytes(words), Uint8Array.of(version))
