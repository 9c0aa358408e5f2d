/**
 * Multisig groups for tests, all members ours: their keys are always the same.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Crypto } from '#wasm/types.ts'
import { systemClock } from '../../../worker/adapters/platform.ts'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import { baseKeysOf, type BaseKeys } from '../../../worker/engine/multisig/base-keys.ts'
import {
  exchange,
  firstMessage,
  foundGroup,
  messageOf,
  type ExchangePorts,
} from '../../../worker/engine/multisig/exchange.ts'
import { roundsOf, type MemberSecrets } from '../../../worker/engine/multisig/group.ts'
import { testCrypto } from '../wasm/crypto.ts'

/** A seed for each of some wallets. */
export const memberSeed = (crypto: Crypto, member: number): Uint8Array =>
  crypto.scalarReduce(crypto.keccak256(utf8ToBytes(`member ${member}`)))

export const memberKeys = (crypto: Crypto, total: number): BaseKeys[] =>
  Array.from({ length: total }, (_, member) =>
    baseKeysOf(crypto, keysOfSeed(crypto, memberSeed(crypto, member))),
  )

export const groupPorts = async (): Promise<ExchangePorts> => ({
  crypto: await testCrypto(),
  clock: systemClock,
})

/** The members of a group after so many rounds; after all of them when left out. */
export async function makeGroup(
  threshold: number,
  total: number,
  rounds = Infinity,
): Promise<MemberSecrets[]> {
  const ports = await groupPorts()
  const own = memberKeys(ports.crypto, total)
  const first = own.map((keys) => firstMessage(ports.crypto, keys))
  let members: MemberSecrets[] = []
  for (const [i, keys] of own.entries())
    members.push(await foundGroup(ports, keys, threshold, without(first, i)))
  const all = roundsOf(members[0]!.multisig) + 1
  for (let round = 1; round < Math.min(rounds, all); round++) {
    const texts = members.map((member) => messageOf(ports.crypto, member))
    const next: MemberSecrets[] = []
    for (const [i, member] of members.entries())
      next.push(await exchange(ports, member, without(texts, i), false))
    members = next
  }
  return members
}

/** All but one. */
export const without = <T>(list: readonly T[], place: number): T[] =>
  list.filter((_, i) => i !== place)
