/**
 * Public keys named in the messages of a round, with the members that name them, and the checks of
 * a round.
 *
 * In round r each subset of r members has a key. A member names the keys of its subsets. Only keys
 * of subsets without this member count here. So each other member names one for each choice of r -
 * 1 from the remaining N - 2, and each key is named by the r members of its subset.
 *
 * @module
 * @see monero src/multisig/multisig_account_kex_impl.cpp evaluate_multisig_kex_round_msgs
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { ExchangeMessage } from '#protocol/interchange/key-exchange.ts'
import { refused } from './errors.ts'

/** The members that named each key; all in hex. */
export type NamedKeys = Map<string, Set<string>>

/** The expectations for a round; keys in hex. */
export type Expected = {
  round: number
  /** All members. */
  signers: readonly string[]
  /** Base key of this member. */
  own: string
  /** Keys that this member names in this round. */
  ownKeys: readonly string[]
  /** Whether members may be missing if others know their keys. */
  incomplete: boolean
}

/** @throws {RpcError} When a message belongs to another round, or there are no messages. */
export function requireRound(messages: readonly ExchangeMessage[], round: number): void {
  if (messages.length === 0) throw refused('At least one input message expected.')
  if (messages[0]!.content.round !== round)
    throw refused("Messages don't have the expected kex round number.")
  if (messages.some(({ content }) => content.round !== round))
    throw refused('All messages must have the same kex round number.')
}

/**
 * Keys of subsets without this member, from the messages of a round.
 *
 * @throws {RpcError} With the reference's messages, when the keys do not match the round.
 */
export function evaluateRound(
  messages: readonly ExchangeMessage[],
  { round, signers, own, ownKeys, incomplete }: Expected,
): NamedKeys {
  const named = namedKeys(messages, round === 1 ? [] : ownKeys)
  for (const [key, origins] of named) {
    origins.delete(own)
    if (origins.size === 0) named.delete(key)
  }
  const least = incomplete ? 1 : round
  for (const origins of named.values())
    if (origins.size < least)
      throw refused(
        'A pubkey recommended by multisig kex messages had an unexpected number of recommendations.',
      )
  const counts = countByOrigin(named)
  const required = signers.length - 1 - (incomplete ? round - 1 : 0)
  if (counts.size < required)
    throw refused(
      'Number of unique other signers recommending pubkeys does not equal number of required ' +
        `other signers (kex round: ${round}, num signers found: ${counts.size}, num signers ` +
        `required: ${required}).`,
    )
  requireCounts(counts, signers, choose(signers.length - 2, round - 1))
  if (ownKeys.length !== choose(signers.length - 1, round - 1))
    throw refused('Local account did not recommend expected number of multisig keys.')
  return named
}

/**
 * Checks that all members have the same two public keys of the group.
 *
 * @throws {RpcError} With the reference's messages.
 * @see monero src/multisig/multisig_account_kex_impl.cpp evaluate_multisig_post_kex_round_msgs
 */
export function evaluateVerification(
  messages: readonly ExchangeMessage[],
  { signers, own, ownKeys, incomplete }: Omit<Expected, 'round'>,
): void {
  const named = namedKeys(messages, [])
  if (named.size !== 2)
    throw refused(
      'Multisig post-kex round messages from other signers did not all contain two pubkeys.',
    )
  const [first, second] = [...named.values()].map((origins) => [...origins].sort().join())
  if (first !== second)
    throw refused(
      'Multisig post-kex round messages from other signers did not all recommend the same pubkey pair.',
    )
  const origins = new Set([...named.values()].flatMap((each) => [...each]))
  origins.add(own)
  const required = incomplete ? 1 : signers.length
  if (origins.size < required)
    throw refused(
      "Multisig post-kex round message origins don't line up with multisig signer set (num " +
        `signers found: ${origins.size}, num signers required: ${required}).`,
    )
  if ([...origins].some((origin) => !signers.includes(origin)))
    throw refused('An unknown origin recommended a multisig post-kex verification messsage.')
  for (const [i, what] of ['multisig', 'common'].entries())
    if (!named.has(ownKeys[i]!))
      throw refused(
        `Multisig post-kex round: expected ${what} pubkey wasn't found in input messages.`,
      )
}

function namedKeys(messages: readonly ExchangeMessage[], without: readonly string[]): NamedKeys {
  const left = new Set(without)
  const named: NamedKeys = new Map()
  for (const { content, signer } of messages) {
    const origin = bytesToHex(signer)
    // In the first round each member names its base key.
    for (const key of 'keys' in content ? content.keys.map(bytesToHex) : [origin])
      if (!left.has(key)) named.set(key, (named.get(key) ?? new Set()).add(origin))
  }
  return named
}

function countByOrigin(named: NamedKeys): Map<string, number> {
  const counts = new Map<string, number>()
  for (const origins of named.values())
    for (const origin of origins) counts.set(origin, (counts.get(origin) ?? 0) + 1)
  return counts
}

function requireCounts(counts: Map<string, number>, signers: readonly string[], expected: number) {
  for (const [origin, count] of counts) {
    if (count !== expected)
      throw refused('A multisig signer recommended an unexpected number of pubkeys.')
    if (!signers.includes(origin))
      throw refused('Multisig kex message with unexpected signer encountered.')
  }
}

/** Binomial coefficient: ways to choose k of n. */
export function choose(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i
  return ways
}
