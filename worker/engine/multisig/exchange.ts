/**
 * The key exchange: from the messages of one round to a member's keys for the next.
 *
 * Each subset of N - M + 1 members shares one secret, agreed by Diffie-Hellman round by round, so
 * any M members together have all secrets. In a last round each member confirms the result.
 *
 * @module
 * @see monero src/multisig/multisig_account_kex_impl.cpp kex_update_impl
 * @see https://web.getmonero.org/library/Zero-to-Monero-2-0-0.pdf chapter 9
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { ExchangeMessage } from '#protocol/interchange/key-exchange.ts'
import type { Crypto } from '#wasm/types.ts'
import { TimeSlice } from '../base/time-slice.ts'
import { identity } from '../keys/identity.ts'
import type { Ports } from '../base/ports.ts'
import type { MultisigRecord } from '../store/records.ts'
import { aggregate } from './aggregate.ts'
import { blinded, commonViewSecret, type BaseKeys } from './base-keys.ts'
import { hasSpendKey, isReady, membersOf, roundsOf, type MemberSecrets } from './group.ts'
import { openMessage, signMessage } from './messages.ts'
import {
  choose,
  evaluateRound,
  evaluateVerification,
  requireRound,
  type NamedKeys,
} from './named-keys.ts'
import { refused } from './errors.ts'

export type ExchangePorts = Pick<Ports, 'crypto' | 'clock'>

/** A member's keys after a round, with the group's public spend key once it is known. */
type Advanced = Pick<MultisigRecord, 'shares' | 'roundKeys'> & { spendPublic?: Uint8Array }

/** The first message of a wallet to its future group. */
export const firstMessage = (crypto: Crypto, { baseSecret, viewPart }: BaseKeys): string =>
  signMessage(crypto, baseSecret, { round: 1, viewSecret: viewPart })

/** The member's message of the current round; after the last round, the message of that round. */
export function messageOf(crypto: Crypto, secrets: MemberSecrets): string {
  const { multisig, spendPublic, viewPublic } = secrets
  const { rounds, baseSecret, roundKeys } = multisig
  const keys = hasSpendKey(multisig) ? [spendPublic, viewPublic] : roundKeys
  const round = Math.min(rounds, roundsOf(multisig)) + 1
  return signMessage(crypto, baseSecret, { round, keys })
}

/**
 * Creates a group from the first messages of its members.
 *
 * @param own - Owned by the caller.
 * @param texts - Of the other members; this member's own may be among them.
 * @throws {RpcError} With the reference's messages.
 * @see monero src/wallet/wallet2.cpp make_multisig
 */
export async function foundGroup(
  ports: ExchangePorts,
  own: BaseKeys,
  threshold: number,
  texts: readonly string[],
): Promise<MemberSecrets> {
  const { crypto } = ports
  const ownKey = crypto.multiplyBase(own.baseSecret)
  const ownName = bytesToHex(ownKey)
  const others = new Map<string, Uint8Array>()
  const messages = await openAll(ports, texts, ({ content, signer }) => {
    if (!('viewSecret' in content))
      throw refused(
        "Trying to make multisig with message that has invalid multisig kex round (should be '1').",
      )
    const name = bytesToHex(signer)
    if (others.has(name))
      throw refused('Duplicate signers not allowed when converting a wallet to multisig.')
    if (name !== ownName) others.set(name, content.viewSecret)
  })
  const keys = [...others.keys()].map(hexToBytes)
  const signers = membersOf(crypto, threshold, [...keys, ownKey], ownKey)
  const viewSecret = commonViewSecret(crypto, [own.viewPart, ...others.values()])
  const before: MemberSecrets = {
    viewSecret,
    viewPublic: crypto.multiplyBase(viewSecret),
    spendPublic: identity.slice(),
    multisig: {
      threshold,
      signers,
      rounds: 0,
      baseSecret: own.baseSecret,
      // With a threshold of N, each member's base key is its only share.
      shares: threshold === signers.length ? [own.baseSecret] : [],
      roundKeys: [ownKey],
    },
  }
  try {
    return await nextRound(ports, before, messages, false)
  } finally {
    viewSecret.fill(0)
  }
}

/**
 * Advances to the next round.
 *
 * @param secrets - Not changed. @param texts - Messages of the member's current round.
 * @param incomplete - Accepts missing members whose keys others know.
 * @returns New keys that share no memory with the input.
 * @throws {RpcError} With the reference's messages.
 * @see monero src/wallet/wallet2.cpp exchange_multisig_keys
 */
export async function exchange(
  ports: ExchangePorts,
  secrets: MemberSecrets,
  texts: readonly string[],
  incomplete: boolean,
): Promise<MemberSecrets> {
  const messages = await openAll(ports, texts)
  if (isReady(secrets.multisig))
    throw refused('multisig account: tried to update kex, but kex is already complete.')
  return nextRound(ports, secrets, messages, incomplete)
}

async function openAll(
  { crypto, clock }: ExchangePorts,
  texts: readonly string[],
  check: (message: ExchangeMessage) => void = () => {},
): Promise<ExchangeMessage[]> {
  const timeSlice = new TimeSlice(clock)
  const messages: ExchangeMessage[] = []
  for (const text of texts) {
    const message = openMessage(crypto, text)
    check(message)
    messages.push(message)
    await timeSlice.pause()
  }
  return messages
}

async function nextRound(
  ports: ExchangePorts,
  secrets: MemberSecrets,
  messages: readonly ExchangeMessage[],
  incomplete: boolean,
): Promise<MemberSecrets> {
  const { multisig, spendPublic, viewSecret, viewPublic } = secrets
  const { threshold, rounds, baseSecret } = multisig
  requireRound(messages, rounds + 1)
  const signers = multisig.signers.map(bytesToHex)
  const own = bytesToHex(ports.crypto.multiplyBase(baseSecret))
  const expected = { round: rounds + 1, signers, own, incomplete }
  const left = roundsOf(multisig) - rounds
  let after: Advanced
  if (left === 0) {
    const ownKeys = [spendPublic, viewPublic].map(bytesToHex)
    evaluateVerification(messages, { ...expected, ownKeys })
    after = { shares: multisig.shares.map((share) => share.slice()), roundKeys: [] }
  } else {
    // With a threshold of 1, all members share the last key: there is no other key to send.
    const named: NamedKeys =
      threshold === 1 && left === 1
        ? new Map()
        : evaluateRound(messages, { ...expected, ownKeys: multisig.roundKeys.map(bytesToHex) })
    after = await advance(ports, multisig, [...named.keys()].sort().map(hexToBytes), left)
  }
  const { shares, roundKeys } = after
  return {
    viewSecret: viewSecret.slice(),
    viewPublic: viewPublic.slice(),
    spendPublic: (after.spendPublic ?? spendPublic).slice(),
    multisig: {
      threshold,
      signers: multisig.signers,
      rounds: rounds + 1,
      baseSecret: baseSecret.slice(),
      shares,
      roundKeys,
    },
  }
}

/**
 * @param named - Keys of subsets without this member. @param left - Rounds until the public spend
 *   key.
 * @throws {RpcError} When the messages of the last round do not name all keys.
 */
async function advance(
  { crypto, clock }: ExchangePorts,
  { baseSecret, shares, threshold, signers }: MultisigRecord,
  named: readonly Uint8Array[],
  left: number,
): Promise<Advanced> {
  const timeSlice = new TimeSlice(clock)
  // A member that names a key of others in place of its own would leave out a share.
  if (left === 1 && named.length + shares.length !== choose(signers.length, threshold - 1))
    throw refused('Not all multisig keys of the group are recommended.')
  if (left === 1) return { ...(await aggregate(crypto, timeSlice, named, shares)), roundKeys: [] }
  const secrets: Uint8Array[] = []
  const roundKeys: Uint8Array[] = []
  for (const key of named) {
    // The cofactor prevents a small-order key from revealing bits of the secret to the member that
    // chose it.
    const shared = crypto.keyDerivation(key, baseSecret)!
    if (left === 2) {
      const share = blinded(crypto, shared)
      shared.fill(0)
      secrets.push(share)
      roundKeys.push(crypto.multiplyBase(share))
    } else roundKeys.push(shared)
    await timeSlice.pause()
  }
  return { shares: secrets, roundKeys }
}
