import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { readMultisigSeed, writeMultisigSeed } from '#protocol/interchange/multisig-seed.ts'
import type { MemberSecrets } from '../../../../worker/engine/multisig/group.ts'
import { multisigSeedOf } from '../../../../worker/engine/multisig/group.ts'
import { keysOfMultisigSeed } from '../../../../worker/engine/multisig/seed.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { makeGroup } from '../../../support/multisig/group-keys.ts'
import { mutated } from '../../../support/mutation/arbitrary-mutations.ts'

const crypto = await testCrypto()

describe.each([
  [1, 3],
  [2, 2],
  [2, 3],
  [2, 4],
])('the seed of a member of a group where %i of %i sign', (threshold, total) => {
  test('restores the member', async () => {
    for (const member of await makeGroup(threshold, total))
      expect(keysOfMultisigSeed(crypto, multisigSeedOf(member))).toEqual({
        secrets: member,
        seedLanguage: '',
        deterministic: false,
      })
  })
})

describe('an invalid member seed', async () => {
  const [member] = await makeGroup(2, 3)
  const text = multisigSeedOf(member!)
  const one = multisigSeedOf((await makeGroup(1, 2))[0]!)
  const stranger = crypto.multiplyBase(crypto.randomScalar())
  const order = hexToBytes('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010')

  /** The seed with some of it replaced. */
  const changed = (change: Partial<ReturnType<typeof readMultisigSeed>>, of = text) =>
    bytesToHex(writeMultisigSeed({ ...readMultisigSeed(hexToBytes(of))!, ...change }))
  const { shares, signers } = readMultisigSeed(hexToBytes(text))!

  test.each([
    ['an odd number of digits', text.slice(1)],
    ['no digit', `x${text.slice(1)}`],
  ])('error: %s', (_, seed) => {
    expect(() => keysOfMultisigSeed(crypto, seed)).toThrow(
      'Multisig seed not represented as hexadecimal string',
    )
  })

  test.each([
    ['only its first 8 bytes', text.slice(0, 16)],
    ['a byte too few', text.slice(2)],
    ['a byte too many', `${text}00`],
    ['a share too few', changed({ shares: shares.slice(1) })],
    ['a share too many', changed({ shares: [...shares, shares[0]!] })],
    ['a share that is no scalar', changed({ shares: [shares[0]!, order] })],
    ['a threshold of 0', changed({ threshold: 0 })],
    ['a threshold above the number of signers', changed({ threshold: 4 })],
    ['another threshold', changed({ threshold: 3 })],
    ['a signer twice', changed({ signers: [signers[0]!, signers[1]!, signers[1]!] })],
    ['signers without itself', changed({ baseSecret: crypto.randomScalar() })],
    ['a base secret that is no scalar', changed({ baseSecret: order })],
    ['another view key', changed({ viewPublic: stranger })],
    ['another view secret', changed({ viewSecret: crypto.randomScalar() })],
    ['a spend key that is no point', changed({ spendPublic: new Uint8Array(32).fill(2) })],
    [
      'the identity as spend key',
      changed({ spendPublic: Uint8Array.of(1, ...new Uint8Array(31)) }),
    ],
    ['one signer, and another spend key', changed({ spendPublic: stranger }, one)],
    ['17 signers', changed({ signers: new Array(17).fill(stranger) })],
  ])('error: %s', (_, seed) => {
    expect(() => keysOfMultisigSeed(crypto, seed)).toThrow('invalid multisig seed')
  })

  /** Undefined where the seed is refused. */
  function memberOf(text: string): MemberSecrets | undefined {
    try {
      return keysOfMultisigSeed(crypto, text).secrets as MemberSecrets
    } catch (error) {
      if (error instanceof RpcError) return undefined
      throw error
    }
  }

  test('error: any bytes are read as a member or refused', () => {
    fc.assert(
      fc.property(mutated([hexToBytes(text), hexToBytes(one)]), (bytes) => {
        const secrets = memberOf(bytesToHex(bytes))
        if (secrets) expect(memberOf(multisigSeedOf(secrets))).toEqual(secrets)
      }),
      { numRuns: count(300, 100_000), seed: seed() },
    )
  })
})
