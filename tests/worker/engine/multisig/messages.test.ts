import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from '#protocol/base58.ts'
import { RpcError } from '#protocol/errors.ts'
import { firstMessage, messageOf } from '../../../../worker/engine/multisig/exchange.ts'
import { identity } from '../../../../worker/engine/keys/identity.ts'
import { openMessage, signMessage } from '../../../../worker/engine/multisig/messages.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { makeGroup, memberKeys } from '../../../support/multisig/group-keys.ts'
import { mutated } from '../../../support/mutation/arbitrary-mutations.ts'

const crypto = await testCrypto()
const [own] = memberKeys(crypto, 1) as [ReturnType<typeof memberKeys>[0]]
const { baseSecret } = own
const first = firstMessage(crypto, own)
const later = messageOf(crypto, (await makeGroup(2, 4, 1))[0]!)

describe('a message', () => {
  test('opens with the signed content', () => {
    const { content, signer } = openMessage(crypto, first)
    expect({ content, signer }).toEqual({
      content: { round: 1, viewSecret: own.viewPart },
      signer: crypto.multiplyBase(baseSecret),
    })
  })

  test.each([
    ['of the first round', first],
    ['of a later one', later],
  ])('error: %s with a few bytes wrong', (_, text) => {
    const magic = text.slice(0, 13)
    const content = decodeBase58(text.slice(13))!
    fc.assert(
      fc.property(mutated([content]), (wrong) => {
        fc.pre(encodeBase58(wrong) !== encodeBase58(content))
        expect(() => openMessage(crypto, magic + encodeBase58(wrong))).toThrow(RpcError)
      }),
      { numRuns: count(300, 50_000), seed: seed() },
    )
  })

  test('error: the first round as a later one, and the other way round', () => {
    expect(() => openMessage(crypto, first.replace('R1', 'Rn'))).toThrow(RpcError)
    expect(() => openMessage(crypto, later.replace('Rn', 'R1'))).toThrow(RpcError)
  })

  const torsion = new Uint8Array(32)
  torsion[0] = 0xec
  torsion.fill(0xff, 1, 31)
  torsion[31] = 0x7f
  test.each([
    ['zero', new Uint8Array(32), 'Pubkey from message was invalid.'],
    ['the identity', identity, 'Pubkey from message was invalid.'],
    ['a point of small order', torsion, 'Pubkey from message was not in prime subgroup.'],
    ['no point', new Uint8Array(32).fill(0xff), 'Pubkey from message was not in prime subgroup.'],
  ])('error: it names %s', (_, key, problem) => {
    const text = signMessage(crypto, baseSecret, { round: 2, keys: [key] })
    expect(() => openMessage(crypto, text)).toThrow(problem)
  })

  test('error: signed by the identity', () => {
    const text = signMessage(crypto, new Uint8Array(32), { round: 2, keys: [] })
    expect(() => openMessage(crypto, text)).toThrow('Message signing key was invalid.')
  })
})
