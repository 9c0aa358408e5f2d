import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { SourceEntry } from '#protocol/interchange/construction.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { inputOf, ringError, ringOf } from '../../../../worker/engine/exchange/sources.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { CoinMint, newSecrets } from '../../../support/chains/coin-mint.ts'
import { testSeed, testWallet } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { watchedCrypto } from '../../../support/wasm/watched-crypto.ts'

const crypto = await testCrypto()
const secrets = keysOfSeed(crypto, testSeed)
const { addresses } = await testWallet()
const parts = { crypto, secrets, addresses }
const mint = new CoinMint(crypto, secrets)

/** The declared input for an output, in a ring of 16. */
function sourceOf(output: OutputRecord): SourceEntry {
  const { txPublicKey, indexInTx, amount, mask } = output
  const { members, realIndex } = mint.ring(output, 16)
  const keys = { txPublicKey, additionalKeys: [], indexInTx }
  return { ring: [...members], realIndex, ...keys, amount, mask, ringct: true }
}

const output = mint.output({ amount: 5n, account: 1, address: 2 })
const source = sourceOf(output)

/** A source with another ring member at a position. */
const withMember = (at: number, member: Partial<SourceEntry['ring'][number]>): SourceEntry => ({
  ...source,
  ring: source.ring.map((each, i) => (i === at ? { ...each, ...member } : each)),
})

describe('inputOf', () => {
  test.each([
    [0, 0],
    [0, 3],
    [1, 2],
  ])('recognises an output to account %i, address %i', (account, address) => {
    const own = mint.output({ amount: 7n, account, address })
    const declared = sourceOf(own)
    const input = inputOf(parts, declared)
    expect(input).toMatchObject({
      output: {
        key: own.key,
        keyImage: own.keyImage,
        amount: 7n,
        mask: own.mask,
        subaddress: { account, address },
        globalIndex: own.globalIndex,
      },
      ring: { members: declared.ring, realIndex: declared.realIndex },
    })
  })

  test('recognises an output by its additional key', () => {
    const { txPublicKey } = source
    const [first, other] = [secrets.viewPublic, secrets.spendPublic]
    const additionalKeys = [other, txPublicKey]
    const input = inputOf(parts, { ...source, txPublicKey: first, additionalKeys })
    expect(input).toMatchObject({ output: { keyImage: output.keyImage, txPublicKey } })
  })

  test('wipes the secret of the output', () => {
    const { watched, returned } = watchedCrypto(crypto, ['scalarAdd', 'keyDerivation'])
    inputOf({ ...parts, crypto: watched }, source)
    expect(returned.length).toBeGreaterThan(2)
    for (const secret of returned) expect(secret).toEqual(new Uint8Array(32))
  })

  const stranger = new CoinMint(crypto, newSecrets(crypto)).output({ amount: 5n })
  test.each<[string, SourceEntry]>([
    ['another transaction key', { ...source, txPublicKey: stranger.txPublicKey }],
    [
      'a transaction key that is no point',
      { ...source, txPublicKey: new Uint8Array(32).fill(255) },
    ],
    ['another position in its transaction', { ...source, indexInTx: 0 }],
    [
      'an additional key of another output',
      { ...source, txPublicKey: stranger.txPublicKey, additionalKeys: [source.txPublicKey] },
    ],
    ['the key of another wallet', withMember(source.realIndex, { key: hexToBytes(stranger.key) })],
    ['a subaddress that is not watched', sourceOf(mint.output({ amount: 5n, account: 9 }))],
  ])('error: %s', (_, declared) => {
    expect(inputOf(parts, declared)).toBe('an input does not belong to this wallet')
  })

  test('error: a ring that is refused', () => {
    expect(inputOf(parts, { ...source, amount: 6n })).toBe(
      'an input does not have its declared amount',
    )
  })
})

describe('ringError', () => {
  // A point of order 8, and the sum of one with a usable point.
  const torsion = hexToBytes('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a')
  const tainted = crypto.pointAdd(source.ring[0]!.key, torsion)!

  test('accepts a ring of outputs in order', () => {
    expect(ringError(crypto, source)).toBeUndefined()
    expect(ringOf(source)).toEqual({ members: source.ring, realIndex: source.realIndex })
  })

  test.each<[string, SourceEntry, string]>([
    [
      'a member twice',
      withMember(1, { globalIndex: source.ring[0]!.globalIndex }),
      'ring members are not in ascending order',
    ],
    [
      'members in falling order',
      { ...source, ring: source.ring.toReversed() },
      'ring members are not in ascending order',
    ],
    [
      'a key outside the main subgroup',
      withMember(3, { key: tainted }),
      'a ring member is not a valid output',
    ],
    [
      'a commitment outside the main subgroup',
      withMember(3, { commitment: tainted }),
      'a ring member is not a valid output',
    ],
    [
      'a key that is no point',
      withMember(15, { key: new Uint8Array(32).fill(255) }),
      'a ring member is not a valid output',
    ],
    ['a higher amount', { ...source, amount: 6n }, 'an input does not have its declared amount'],
    [
      'another mask',
      { ...source, mask: crypto.randomScalar() },
      'an input does not have its declared amount',
    ],
    [
      'hidden amounts of outputs before RingCT',
      { ...source, ringct: false },
      'an input from before RingCT does not match its public amount',
    ],
  ])('error: %s', (_, declared, problem) => {
    expect(ringError(crypto, declared)).toBe(problem)
  })

  test('accepts outputs before RingCT whose commitments show the amount', () => {
    const one = Uint8Array.of(1, ...new Uint8Array(31))
    const commitment = crypto.commit(5n, one)
    const ring = source.ring.map((member) => ({ ...member, commitment }))
    const declared = { ...source, ring, mask: one, ringct: false }
    expect(ringError(crypto, declared)).toBeUndefined()
    const other = ring.map((member, at) => (at === 2 ? source.ring[2]! : member))
    expect(ringError(crypto, { ...declared, ring: other })).toBe(
      'an input from before RingCT does not match its public amount',
    )
  })
})
