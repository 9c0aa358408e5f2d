import { describe, expect, test } from 'vitest'
import { paymentIdNonce, writeExtra, type ExtraField } from '#protocol/chain/extra.ts'
import type { Construction, RecipientAmount } from '#protocol/interchange/construction.ts'
import { changeError, checkClaims } from '../../../../worker/engine/exchange/claims.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { ownRecipient } from '../../../../worker/engine/tx/recipient.ts'
import { currentRules } from '../../../support/transactions/constructions.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const secrets = keysOfSeed(crypto, testSeed)
const point = () => crypto.multiplyBase(crypto.randomScalar())

/** A payment to another wallet. */
const paid = (amount: bigint): RecipientAmount => ({
  original: '',
  amount,
  spendKey: point(),
  viewKey: point(),
  isSubaddress: false,
  isIntegrated: false,
})
const own = (amount: bigint, account = 0, address = 0): RecipientAmount => ({
  ...ownRecipient(crypto, secrets, { account, address }),
  amount,
})

const source: Construction['sources'][number] = {
  ring: [{ globalIndex: 1, key: point(), commitment: point() }],
  realIndex: 0,
  txPublicKey: point(),
  additionalKeys: [],
  indexInTx: 0,
  amount: 100n,
  ringct: true,
  mask: new Uint8Array(32),
}
const publicKey: ExtraField = { kind: 'publicKey', key: point() }
const [payment, change] = [paid(70n), own(20n)]
const honest: Construction = {
  sources: [source],
  change,
  positions: [0n],
  outputs: [change, payment],
  payments: [payment],
  extra: writeExtra([publicKey]),
  ...currentRules,
}
const check = (other: Partial<Construction>) =>
  checkClaims(crypto, secrets, { ...honest, ...other })
const accepted = { paymentId: undefined }

describe('checkClaims', () => {
  test('accepts payments whose change comes back, in any order', () => {
    expect(check({})).toEqual(accepted)
    expect(check({ outputs: honest.outputs.toReversed() })).toEqual(accepted)
    expect(check({ proof: { type: 3, version: 0 } })).toEqual(accepted)
    const ofAccount = own(20n, 2)
    const outputs = [payment, ofAccount]
    expect(check({ account: 2, change: ofAccount, outputs })).toEqual(accepted)
  })

  test('accepts a zero-amount output to any address beside a single payment', () => {
    const nothing = paid(0n)
    const other = paid(20n)
    expect(check({ change: nothing, outputs: [payment, nothing] })).toEqual(accepted)
    const payments = [payment, other]
    expect(check({ change: nothing, payments, outputs: payments })).toEqual(accepted)
    expect(check({ change: nothing, payments, outputs: [...payments, nothing] })).toBe(
      'its outputs are not the payments it names and its change',
    )
  })

  const notPaid = 'its outputs are not the payments it names and its change'
  const stranger = paid(20n)
  test.each<[string, Partial<Construction>, string]>([
    ['no sources', { sources: [] }, 'Empty sources'],
    ['no view tags', { viewTags: false }, 'its outputs have no view tags'],
    [
      'RingCT outputs in a transaction of version 1',
      { ringct: false },
      'it spends outputs of RingCT by older rules',
    ],
    [
      'range proofs of an older type',
      { proof: { type: 2, version: 4 } },
      'its range proofs are not those of today',
    ],
    [
      'range proofs of an older version',
      { proof: { type: 3, version: 3 } },
      'its range proofs are not those of today',
    ],
    [
      'change to another wallet',
      { change: stranger, outputs: [payment, stranger] },
      'change goes to an address of another wallet',
    ],
    [
      'change to another account',
      { change: own(20n, 1), outputs: [payment, own(20n, 1)] },
      'change goes to an address of another wallet',
    ],
    [
      'change to another address of the account',
      { change: own(20n, 0, 1), outputs: [payment, own(20n, 0, 1)] },
      'change goes to an address of another wallet',
    ],
    ['an output to another wallet', { outputs: [payment, stranger] }, notPaid],
    ['another amount', { outputs: [{ ...payment, amount: 71n }, change] }, notPaid],
    ['an output more', { outputs: [payment, change, stranger] }, notPaid],
    ['the payment twice', { outputs: [payment, payment, change] }, notPaid],
    ['a payment that is not made', { payments: [payment, stranger] }, notPaid],
    [
      'a payment as if to a subaddress',
      { outputs: [{ ...payment, isSubaddress: true }, change] },
      notPaid,
    ],
  ])('error: %s', (_, other, problem) => {
    expect(check(other)).toBe(problem)
  })
})

describe('the payment id of a request', () => {
  const id = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
  const short = paymentIdNonce({ kind: 'encrypted', id })
  const withExtra = (...fields: ExtraField[]) => check({ extra: writeExtra(fields) })

  test('is one of 8 bytes; zeros stand for none', () => {
    expect(withExtra(publicKey, short)).toEqual({ paymentId: id })
    const zeros = paymentIdNonce({ kind: 'encrypted', id: new Uint8Array(8) })
    expect(withExtra(publicKey, zeros)).toEqual(accepted)
    expect(withExtra({ kind: 'additionalKeys', keys: [point()] }, short)).toEqual({ paymentId: id })
  })

  test.each<[string, Uint8Array]>([
    ['an id in clear', writeExtra([paymentIdNonce({ kind: 'plain', id: new Uint8Array(32) })])],
    ['another nonce', writeExtra([{ kind: 'nonce', nonce: Uint8Array.of(5) }])],
    ['padding', writeExtra([short, { kind: 'padding', size: 4 }])],
    ['bytes that are no field', Uint8Array.of(...writeExtra([short]), 0x77)],
  ])('error: extra with %s', (_, extra) => {
    expect(check({ extra })).toBe('its extra contains more than a short payment id')
  })
})

describe('outputs from before RingCT', () => {
  const sources = [{ ...source, ringct: false }]
  const back = own(120n)
  const plain: Partial<Construction> = {
    ringct: false,
    sources,
    change: paid(0n),
    payments: [back],
    outputs: [own(100n), own(20n)],
  }

  test('are accepted where the digits of the amount return to the primary address', () => {
    expect(check(plain)).toEqual(accepted)
  })

  const pays = 'it pays others from outputs of before RingCT'
  test.each<[string, Partial<Construction>, string]>([
    ['change', { change: own(5n) }, pays],
    ['a payment to another wallet', { payments: [paid(120n)] }, pays],
    [
      'a payment as if to a subaddress',
      {
        payments: [{ ...back, isSubaddress: true }],
        outputs: [own(100n), own(20n)].map((each) => ({ ...each, isSubaddress: true })),
      },
      pays,
    ],
    ['a payment to a subaddress', { payments: [own(120n, 0, 1)] }, pays],
    ['an amount in one output', { outputs: [back] }, 'its outputs are not the payments it names'],
    ['a lost digit', { outputs: [own(100n)] }, 'its outputs are not the payments it names'],
    [
      'an output to another wallet',
      { outputs: [own(100n), paid(20n)] },
      'its outputs are not the payments it names',
    ],
  ])('error: %s', (_, other, problem) => {
    expect(check({ ...plain, ...other })).toBe(problem)
  })
})

describe('changeError', () => {
  const spending = (...accounts: number[]) =>
    accounts.map((account) => ({ output: { subaddress: { account, address: 3 } } }))

  test('refuses change to an account that is not spent from', () => {
    const refused = 'change goes to another account than the one that is spent from'
    expect(changeError(honest, spending(0, 0))).toBeUndefined()
    expect(changeError(honest, spending(0, 1))).toBe(refused)
    expect(changeError({ ...honest, account: 1 }, spending(0))).toBe(refused)
    expect(changeError({ ...honest, change: paid(0n) }, spending(0, 1))).toBeUndefined()
  })
})
