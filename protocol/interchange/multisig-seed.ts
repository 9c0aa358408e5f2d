/**
 * The seed of a multisig wallet: all secrets of the member, since nothing less restores it.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp wallet2::get_multisig_seed
 */
import { Reader } from '../chain/reader.ts'
import { Writer } from '../chain/writer.ts'
import { readWhole } from './archive.ts'

export type MultisigSeed = {
  /** Number of members that must sign. */
  threshold: number
  /** Secret of the member's base key. */
  baseSecret: Uint8Array
  spendPublic: Uint8Array
  viewSecret: Uint8Array
  viewPublic: Uint8Array
  /** The member's shares of the spend secret, each times its coefficient. */
  shares: Uint8Array[]
  /** Base keys of all members. */
  signers: Uint8Array[]
}

export function writeMultisigSeed(seed: MultisigSeed): Uint8Array {
  const { shares, signers } = seed
  return new Writer()
    .u32(seed.threshold)
    .u32(signers.length)
    .key(seed.baseSecret, 'base secret')
    .key(seed.spendPublic, 'spend key')
    .key(seed.viewSecret, 'view secret')
    .key(seed.viewPublic, 'view key')
    .keys(shares, shares.length, 'shares')
    .keys(signers, signers.length, 'signers')
    .bytes()
}

/** Undefined for malformed bytes. Parts of `bytes` are views, not copies. */
export const readMultisigSeed = (bytes: Uint8Array): MultisigSeed | undefined =>
  readWhole(new Reader(bytes), 'seed', (reader) => {
    const [threshold, total] = [reader.u32('threshold'), reader.u32('signers')]
    const key = (field: string) => reader.take(32, field)
    return {
      threshold,
      baseSecret: key('base secret'),
      spendPublic: key('spend key'),
      viewSecret: key('view secret'),
      viewPublic: key('view key'),
      // Their number is not written: they fill the bytes before the signers.
      shares: reader.keys(Math.max(0, Math.floor(reader.left / 32) - total), 'shares'),
      signers: reader.keys(total, 'signers'),
    }
  })
