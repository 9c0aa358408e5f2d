import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { identity } from '../../../../worker/engine/keys/identity.ts'
import { exchange, messageOf } from '../../../../worker/engine/multisig/exchange.ts'
import { isReady, type MemberSecrets } from '../../../../worker/engine/multisig/group.ts'
import { signMessage } from '../../../../worker/engine/multisig/messages.ts'
import { choose } from '../../../../worker/engine/multisig/named-keys.ts'
import { count } from '../../../support/random/case-counts.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { groupPorts, makeGroup, without } from '../../../support/multisig/group-keys.ts'

const ports = await groupPorts()
const crypto = await testCrypto()

/** Every M of N from `from` to `to`. */
const groups = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i).flatMap((total) =>
    Array.from({ length: total }, (_, i) => [i + 1, total] as const),
  )

/** As many as there may be: where fewer sign, each has thousands of shares. */
const large = [
  [16, 16],
  [15, 16],
] as const

const textsOf = (members: readonly MemberSecrets[]) =>
  members.map((member) => messageOf(crypto, member))

/** The public key of all shares that some members have together. */
function publicOfShares(members: readonly MemberSecrets[]) {
  const shares = new Map(
    members.flatMap(({ multisig }) => multisig.shares.map((share) => [bytesToHex(share), share])),
  )
  const sum = [...shares.values()].reduce((a, b) => crypto.scalarAdd(a, b))
  return bytesToHex(crypto.multiplyBase(sum))
}

/** Each choice of `size` of a list. */
function choices<T>(list: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return list.flatMap((first, i) =>
    choices(list.slice(i + 1), size - 1).map((rest) => [first, ...rest]),
  )
}

describe('the key exchange', () => {
  test.each([...groups(2, count(4, 7)), ...large.slice(0, count(0, 2))])(
    '%i of %i members have the same keys, and any threshold of them has all shares',
    async (threshold, total) => {
      const members = await makeGroup(threshold, total)
      const [{ spendPublic, viewSecret, viewPublic }] = members as [MemberSecrets]
      for (const member of members) {
        expect(member).toMatchObject({ spendPublic, viewSecret, viewPublic })
        expect(isReady(member.multisig)).toBe(true)
        expect(member.multisig.shares).toHaveLength(choose(total - 1, total - threshold))
      }
      const some = total < 8 ? choices(members, threshold) : [members.slice(0, threshold)]
      for (const signers of some) expect(publicOfShares(signers)).toBe(bytesToHex(spendPublic))
      for (const tooFew of total < 8 ? choices(members, threshold - 1) : [])
        if (threshold > 1) expect(publicOfShares(tooFew)).not.toBe(bytesToHex(spendPublic))
    },
  )

  test('the spend key is unknown before the last round but one', async () => {
    const spendKeys = await Promise.all(
      [1, 2, 3, 4].map(async (rounds) => (await makeGroup(2, 4, rounds))[0]!.spendPublic),
    )
    const known = spendKeys.map((key) => bytesToHex(key) !== bytesToHex(identity))
    expect(known).toEqual([false, false, true, true])
    expect(spendKeys[3]).toEqual(spendKeys[2])
  })

  test("accepts a member's own message among the others", async () => {
    const members = await makeGroup(2, 3, 1)
    const texts = textsOf(members)
    const alone = await exchange(ports, members[0]!, without(texts, 0), false)
    expect((await exchange(ports, members[0]!, texts, false)).spendPublic).toEqual(
      alone.spendPublic,
    )
  })

  test('continues without members whose keys others share, if forced', async () => {
    const members = await makeGroup(2, 4, 2)
    // In round 3 two of the three others have all keys of the third.
    const texts = textsOf(members)
    const whole = await exchange(ports, members[0]!, without(texts, 0), false)
    const forced = await exchange(ports, members[0]!, [texts[1]!], true)
    expect(forced).toEqual(whole)
    await expect(exchange(ports, members[0]!, [texts[1]!], false)).rejects.toThrow(
      'A pubkey recommended by multisig kex messages had an unexpected number of recommendations.',
    )
  })

  test('one message completes the last round, if forced', async () => {
    const members = await makeGroup(2, 2, 1)
    const { multisig } = await exchange(ports, members[0]!, textsOf(members).slice(0, 1), true)
    expect(isReady(multisig)).toBe(true)
  })
})

const round1 = await makeGroup(2, 3, 1)
const round2 = await makeGroup(2, 3, 2)
const others = await makeGroup(2, 4, 1)

describe('refusals', () => {
  const step = (texts: readonly string[], incomplete = false) =>
    exchange(ports, round1[0]!, texts, incomplete)

  test.each([
    ['no message', [], 'At least one input message expected.'],
    [
      'of another round',
      textsOf(round2).slice(1),
      "Messages don't have the expected kex round number.",
    ],
    [
      'of two rounds',
      [textsOf(round1)[1]!, textsOf(round2)[2]!],
      'All messages must have the same kex round number.',
    ],
    [
      'twice from the same',
      [textsOf(round1)[1]!, textsOf(round1)[1]!],
      'A pubkey recommended by multisig kex messages had an unexpected number of recommendations.',
    ],
    [
      'of another group',
      textsOf(others).slice(1, 3),
      'A pubkey recommended by multisig kex messages had an unexpected number of recommendations.',
    ],
  ])('error: %s', async (_, texts, message) => {
    await expect(step(texts)).rejects.toThrow(message)
  })

  test('error: messages with keys of other members in place of the shared key', async () => {
    const members = await makeGroup(3, 4, 1)
    const [one, , ...liars] = members as [MemberSecrets, MemberSecrets, ...MemberSecrets[]]
    const named = ({ multisig }: MemberSecrets) => multisig.roundKeys.map(bytesToHex)
    const [theirs, more] = liars.map(named) as [string[], string[]]
    const keys = [...theirs, ...more].filter((key) => !(theirs.includes(key) && more.includes(key)))
    const texts = liars.map(({ multisig: { baseSecret } }) =>
      signMessage(crypto, baseSecret, { round: 2, keys: keys.map(hexToBytes) }),
    )
    const honest = textsOf(members)
    await expect(exchange(ports, one, [honest[1]!, ...texts], false)).rejects.toThrow(
      'Not all multisig keys of the group are recommended.',
    )
    expect(await exchange(ports, one, honest.slice(1), false)).toMatchObject({
      multisig: { rounds: 2 },
    })
  })

  test('error: the last message of a group of two has other keys', async () => {
    const [one] = await makeGroup(2, 2, 1)
    const [, ...strangers] = await makeGroup(3, 3, 1)
    await expect(exchange(ports, one!, textsOf(strangers).slice(0, 1), false)).rejects.toThrow(
      "Multisig post-kex round: expected multisig pubkey wasn't found in input messages.",
    )
  })

  test('error: the exchange is complete', async () => {
    const done = await makeGroup(1, 2)
    await expect(exchange(ports, done[0]!, textsOf(done).slice(1), false)).rejects.toThrow(
      'multisig account: tried to update kex, but kex is already complete.',
    )
  })
})
