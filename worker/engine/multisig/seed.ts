/**
 * A group member restored from its seed. Loaded on demand.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { sameBytes } from '#protocol/bytes.ts'
import { readMultisigSeed } from '#protocol/interchange/multisig-seed.ts'
import type { Crypto } from '#wasm/types.ts'
import type { NewKeys } from '../keys/new-keys.ts'
import { isIdentity } from '../keys/identity.ts'
import { groupError, sortedKeys, roundsOf, type MemberSecrets } from './group.ts'
import { choose } from './named-keys.ts'
import { refused } from './errors.ts'

/**
 * A member with a completed key exchange.
 *
 * @param text - In hex.
 * @throws {RpcError} UNKNOWN_ERROR with the reference's messages.
 * @see monero src/wallet/wallet2.cpp wallet2::generate
 */
export function keysOfMultisigSeed(crypto: Crypto, text: string): NewKeys {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text))
    throw refused('Multisig seed not represented as hexadecimal string')
  const bytes = hexToBytes(text)
  try {
    const secrets = memberOf(crypto, bytes)
    if (!secrets) throw refused('invalid multisig seed')
    return { secrets, seedLanguage: '', deterministic: false }
  } finally {
    bytes.fill(0)
  }
}

// Copies its input. A single member cannot check that the shares belong to the public spend key,
// except with a threshold of 1.
function memberOf(crypto: Crypto, bytes: Uint8Array): MemberSecrets | undefined {
  const seed = readMultisigSeed(bytes)
  if (!seed) return undefined
  const { threshold, baseSecret, spendPublic, viewSecret, viewPublic, shares } = seed
  const own = crypto.publicKey(baseSecret)
  const view = crypto.publicKey(viewSecret)
  if (!own || !view || !sameBytes(view, viewPublic)) return undefined
  if (groupError(crypto, threshold, seed.signers, own)) return undefined
  const signers = sortedKeys(seed.signers.map((key) => key.slice()))
  if (isIdentity(spendPublic) || !crypto.isInMainSubgroup(spendPublic)) return undefined
  if (shares.length !== choose(signers.length - 1, threshold - 1)) return undefined
  const publics = shares.map((share) => crypto.publicKey(share))
  if (publics.some((each) => each === undefined)) return undefined
  if (threshold === 1 && !sameBytes(publics[0]!, spendPublic)) return undefined
  return {
    spendPublic: spendPublic.slice(),
    viewPublic: view,
    viewSecret: viewSecret.slice(),
    multisig: {
      threshold,
      signers,
      rounds: roundsOf({ threshold, signers }) + 1,
      roundKeys: [],
      baseSecret: baseSecret.slice(),
      shares: shares.map((share) => share.slice()),
    },
  }
}
