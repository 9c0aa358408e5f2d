import { isDeepStrictEqual } from 'node:util'
import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatAddress } from '#protocol/address.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import {
  readMultisigSet,
  writeMultisigSet,
  type MultisigSet,
  type MultisigTx,
} from '#protocol/interchange/multisig-set.ts'
import { signGroup, submittable } from '../../../../worker/engine/multisig/sign-set.ts'
import { expectDescribed } from '../../../support/spending/expect-described.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { mutated } from '../../../support/mutation/arbitrary-mutations.ts'
import { ask } from '../../../support/multisig/group-members.ts'
import { ourAnswer } from '../../../support/wallet-comparison/compare-answers.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'
import {
  exchangeInfos,
  newGroup,
  partsOf,
  payGroup,
  proposed,
  type Group,
  type GroupMember,
} from '../../../support/multisig/spendable-group.ts'

afterEach(() => void vi.restoreAllMocks())

const nameOf = (member: GroupMember) => {
  const { crypto, secrets } = partsOf(member)
  return crypto.multiplyBase(secrets.multisig.baseSecret)
}

const sign = (member: GroupMember, set: MultisigSet) => {
  const { ports, store, secrets } = partsOf(member)
  return signGroup({ ports, store }, secrets, set)
}

/** A group with two payments and exchanged infos, and a set that its first member proposes. */
async function scene(threshold: number, total: number) {
  const members: Group = await newGroup(threshold, total)
  const keys = await payGroup(members, 2)
  await exchangeInfos(members)
  const set = { transactions: [await proposed(members[0]!, keys)], signers: [nameOf(members[0]!)] }
  return { members, keys, set }
}

const noncesOf = (member: GroupMember) =>
  [...partsOf(member).store.signing.values()].flatMap(({ nonces }) => nonces)

describe.each([
  [1, 2, [0]],
  [2, 2, [0, 1]],
  [2, 3, [0, 2]],
  [3, 4, [0, 3, 1]],
  [2, 4, [0, 2]],
])('%i of %i', (threshold, total, [, ...order]) => {
  test('members sign in turn, and each can submit', async () => {
    const { members, set } = await scene(threshold, total)
    let signed = { set, txids: [] as string[] }
    for (const place of order) {
      expect(signed.txids).toEqual([])
      signed = await sign(members[place]!, readMultisigSet(writeMultisigSet(signed.set))!)
    }
    expect(signed.txids).toHaveLength(order.length > 0 ? 1 : 0)
    for (const member of members) {
      const { secrets, ...parts } = partsOf(member)
      expect(submittable(parts, secrets, signed.set)).toHaveLength(1)
    }
  })
})

test('a large group pauses at each attempt, nonce and partial key image', async () => {
  const { members, keys } = await scene(4, 7)
  const { clock } = partsOf(members[0]!).ports
  // Before any real time: the vaults, which began to measure in real time, then never pause.
  let ms = -1e9
  vi.spyOn(clock, 'monotonicMs').mockImplementation(() => (ms += 10))
  const sleep = vi.spyOn(clock, 'sleep')
  const tx = await proposed(members[0]!, keys)
  expect(tx.attempts).toHaveLength(20)
  expect(sleep.mock.calls).toHaveLength(20)
  await sign(members[1]!, { transactions: [tx], signers: [nameOf(members[0]!)] })
  // Each attempt has a pause for its challenge and one for its response; the checks before are one piece.
  expect(sleep.mock.calls.length).toBeGreaterThanOrEqual(20 + 40)

  sleep.mockClear()
  await ask(members[0]!, 'export_multisig_info')
  // 20 shares, 40 nonces of each of two outputs, a piece of both.
  expect(sleep.mock.calls).toHaveLength(20 + 80 + 1)

  const infos: string[] = []
  for (const other of members.slice(1, 4))
    infos.push((await ask(other, 'export_multisig_info')).info)
  sleep.mockClear()
  await ask(members[0]!, 'import_multisig_info', { info: infos, refresh_after_import: false })
  // 20 shares, 35 parts of each of two outputs, a piece of both, and the checks of the infos.
  expect(sleep.mock.calls.length).toBeGreaterThan(20 + 70 + 1)
})

describe('a set that is too large for another call', () => {
  /** What still fits in one call. */
  const most = 52_427_776

  test('error: is not signed, and no nonce is used', async () => {
    const { members, set } = await scene(2, 3)
    const [tx] = set.transactions as [MultisigTx]
    const before = noncesOf(members[1]!).map(bytesToHex)
    const room = most - writeMultisigSet(set).length
    const [attempt, ...attempts] = tx.attempts
    const commitments = new Array<Uint8Array>(Math.floor(room / 32) - 1).fill(nameOf(members[0]!))
    const filled = {
      ...attempt!,
      commitments: [...attempt!.commitments, ...commitments],
    }
    const large = { ...set, transactions: [{ ...tx, attempts: [filled, ...attempts] }] }
    expect(writeMultisigSet(large).length).toBeLessThan(most)
    await expect(sign(members[1]!, large)).rejects.toThrow(/would have 5\d{7} bytes, more than/)
    expect(noncesOf(members[1]!).map(bytesToHex)).toEqual(before)
    await expect(sign(members[1]!, set)).resolves.toMatchObject({ txids: { length: 1 } })
  })
})

describe('a nonce', () => {
  test('is wiped after signing, and the same set is refused', async () => {
    const { members, set } = await scene(2, 3)
    const held = noncesOf(members[1]!)
    await sign(members[1]!, set)
    expect(noncesOf(members[1]!)).toEqual([])
    expect(held.every((nonce) => nonce.every((byte) => byte === 0))).toBe(true)
    await expect(sign(members[1]!, set)).rejects.toMatchObject({
      reason: 'MULTISIG_SIGNATURE',
      message: expect.stringContaining('stale data'),
    })
  })

  test('error: nothing is signed if the used nonces cannot be deleted', async () => {
    const { members, set } = await scene(2, 2)
    const { ports, store, secrets } = partsOf(members[1]!)
    store.commit = async () => {
      throw new Error('no room left')
    }
    await expect(signGroup({ ports, store }, secrets, set)).rejects.toThrow('no room left')
  })

  test('error: is invalid after a new export of its member', async () => {
    const { members, set } = await scene(2, 2)
    await exchangeInfos(members)
    await expect(sign(members[1]!, set)).rejects.toThrow('stale data')
  })

  test('error: signs once, even if a set contains its attempt twice', async () => {
    const { members, set } = await scene(2, 2)
    const [tx] = set.transactions as [MultisigTx]
    const twice = { ...tx, attempts: [...tx.attempts, ...tx.attempts] }
    await expect(sign(members[1]!, { ...set, transactions: [twice] })).rejects.toThrow('stale data')
  })
})

describe('a member', () => {
  test('error: does not sign transactions that spend its frozen outputs', async () => {
    const { members, keys, set } = await scene(2, 2)
    const { store } = partsOf(members[1]!)
    const before = noncesOf(members[1]!).map(bytesToHex)
    const output = store.outputs.get(keys[0]!)!
    await store.commit((change) => change.put(store.outputs, keys[0]!, { ...output, frozen: true }))
    await expect(sign(members[1]!, set)).rejects.toMatchObject({
      reason: 'MULTISIG_SIGNATURE',
      message: 'Failed to sign multisig tx: Will not sign multisig tx containing frozen outputs',
    })
    expect(noncesOf(members[1]!).map(bytesToHex)).toEqual(before)
  })

  test('error: does not sign a fee above the limit of its own chain, and no nonce is used', async () => {
    const { members, set } = await scene(2, 2)
    const { store } = partsOf(members[1]!)
    const before = noncesOf(members[1]!).map(bytesToHex)
    const block = { first: 1n, ids: new Uint8Array(32), reward: 1n }
    await store.commit((change) => change.put(store.blocks, '0', block))
    await expect(sign(members[1]!, set)).rejects.toMatchObject({
      reason: 'MULTISIG_SIGNATURE',
      message: expect.stringMatching(
        /^Failed to sign multisig tx: its fee is too high: expected at most 0 piconero for a weight of \d+, got 1000;/,
      ) as string,
    })
    expect(noncesOf(members[1]!).map(bytesToHex)).toEqual(before)
  })

  test('restored from its seed signs after new exports and imports', async () => {
    const { members, keys, set } = await scene(2, 2)
    const [first, lost] = members as [GroupMember, GroupMember]
    const { key: seed } = await ask(lost, 'query_key', { key_type: 'mnemonic' })
    const service = await testService({ network: 'fakechain' })
    const again: GroupMember = {
      ...lost,
      service,
      answer: (method, params = {}) => ourAnswer(service, method, params),
    }
    await ask(again, 'restore_deterministic_wallet', {
      filename: 'again',
      password: '',
      seed,
      enable_multisig_experimental: true,
    })
    const { store } = partsOf(again)
    for (const output of partsOf(lost).store.outputs.values())
      await store.commit((change) => change.put(store.outputs, output.key, output))
    await expect(sign(again, set)).rejects.toThrow('stale data')
    expect((await ask(again, 'get_balance')).multisig_import_needed).toBe(true)

    await exchangeInfos([first, again])
    expect((await ask(again, 'get_balance')).multisig_import_needed).toBe(false)
    const anew = { ...set, transactions: [await proposed(first, keys)] }
    await expect(sign(again, anew)).resolves.toMatchObject({ txids: { length: 1 } })
  })
})

describe('a fully signed set', async () => {
  const { members, keys, set } = await scene(1, 2)
  const { secrets, ...parts } = partsOf(members[1]!)
  const [tx] = set.transactions as [MultisigTx]

  test('is recorded with its verified payments and change, not with its other fields', () => {
    const { payments, change } = tx.construction
    const [payee] = payments
    const address = formatAddress({ network: 'fakechain', kind: 'standard', ...payee! })
    const original = 'somebody else'
    const named = payments.map((each) => ({ ...each, original }))
    const altered: MultisigTx = {
      ...tx,
      construction: { ...tx.construction, payments: named },
      payments: [{ ...change, original, amount: payee!.amount + change.amount }],
      change: { ...change, amount: 0n },
    }
    expect(submittable(parts, secrets, { ...set, transactions: [altered] })).toMatchObject([
      { payments: [{ ...payee, original: address }], change },
    ])
  })

  test('error: spends an output twice', async () => {
    const transactions = [tx, await proposed(members[0]!, keys)]
    expect(() => submittable(parts, secrets, { ...set, transactions })).toThrow(
      'the set spends an output twice',
    )
  })
})

describe('a set that does not match its description', async () => {
  const { members, keys, set } = await scene(2, 3)
  const [tx] = set.transactions as [MultisigTx]
  const { construction } = tx
  const [output, ...outputs] = construction.outputs
  const [source, ...sources] = construction.sources
  const other = await proposed(members[0]!, keys)
  const farAccount = 4_000_000_000
  const far = await proposed(members[0]!, keys, farAccount)
  const point = source!.ring[0]!.key

  const withConstruction = (change: Partial<MultisigTx['construction']>): MultisigTx => ({
    ...tx,
    construction: { ...construction, ...change },
  })
  const noPoint = Uint8Array.of(2, ...new Uint8Array(31))
  const withImage = (made: ParsedTransaction, D: Uint8Array): ParsedTransaction => {
    const { prunable, ...base } = made.ringct!
    const clsags = prunable!.clsags.map((each) => ({ ...each, D }))
    return { ...made, ringct: { ...base, prunable: { ...prunable!, clsags } } }
  }
  const withSource = (change: Partial<typeof source>) =>
    withConstruction({ sources: [{ ...source!, ...change }, ...sources] })

  test.each<[string, MultisigTx]>([
    ['another payee', withConstruction({ payments: other.construction.payments })],
    [
      'another amount',
      withConstruction({ outputs: [{ ...output!, amount: output!.amount - 1n }, ...outputs] }),
    ],
    ['another order of outputs', withConstruction({ outputs: [...outputs, output!] })],
    [
      'change to another address',
      withConstruction({ change: { ...construction.change, viewKey: point } }),
    ],
    [
      'change to an account that is not watched',
      {
        ...far,
        construction: { ...far.construction, account: farAccount },
      },
    ],
    ['another fee', { ...tx, fee: tx.fee + 1n }],
    ['another transaction', { ...tx, tx: other.tx }],
    ['other entropy', { ...tx, entropy: other.entropy }],
    ['other keys', { ...tx, txKeys: other.txKeys }],
    ['another time of unlocking', withConstruction({ unlockTime: 1n })],
    ['another key image', withSource({ keyImage: point })],
    ['another amount of an input', withSource({ amount: source!.amount + 1n })],
    ['an output in another place', withSource({ realIndex: source!.realIndex ^ 1 })],
    ['an output twice', withConstruction({ sources: [source!, source!] })],
    ['no attempt', { ...tx, attempts: [] }],
    ['an attempt without responses', { ...tx, attempts: [{ ...tx.attempts[0]!, responses: [] }] }],
    [
      'a response that is no scalar',
      {
        ...tx,
        attempts: [
          { ...tx.attempts[0]!, responses: [0, 1].map(() => new Uint8Array(32).fill(255)) },
        ],
      },
    ],
    [
      'one nonce in place of two',
      {
        ...tx,
        attempts: tx.attempts.map((each) => ({
          ...each,
          sums: each.sums.map(({ L, R }) => ({ L: L.slice(1), R: R.slice(1) })),
        })),
      },
    ],
    ['an auxiliary key image that is no point', { ...tx, tx: withImage(tx.tx, noPoint) }],
  ])('error: %s', async (_, changed) => {
    const before = noncesOf(members[1]!).map(bytesToHex)
    await expect(sign(members[1]!, { ...set, transactions: [changed] })).rejects.toHaveProperty(
      'reason',
      'MULTISIG_SIGNATURE',
    )
    expect(noncesOf(members[1]!).map(bytesToHex)).toEqual(before)
  })

  test.each<[string, MultisigSet]>([
    ['No tx found', { ...set, transactions: [] }],
    ['already signed by this', { ...set, signers: [nameOf(members[1]!)] }],
    ['already fully signed', { ...set, signers: [nameOf(members[0]!), nameOf(members[2]!)] }],
    ['too many', { ...set, signers: [0, 1, 2].map(() => nameOf(members[0]!)) }],
    ['somebody else', { ...set, signers: [point] }],
    ['an output twice', { ...set, transactions: [tx, tx] }],
  ])('error: %s', async (message, changed) => {
    await expect(sign(members[1]!, changed)).rejects.toThrow(message)
  })

  test('error: too few members have signed', () => {
    const { secrets, ...parts } = partsOf(members[1]!)
    const wrong = { ...set, signers: [0, 1].map((place) => nameOf(members[place]!)) }
    const sending = (each: MultisigSet) => () => submittable(parts, secrets, each)
    expect(sending(set)).toThrow('Not enough signers signed this transaction.')
    expect(sending(wrong)).toThrow('the signatures of the group do not hold')
  })

  test('error: any bytes are read as a set or refused', () => {
    fc.assert(
      fc.property(mutated([writeMultisigSet(set)]), (bytes) => {
        const read = readMultisigSet(bytes)
        // Faster than toEqual, which compares keys byte by byte.
        if (read)
          expect(isDeepStrictEqual(readMultisigSet(writeMultisigSet(read)), read)).toBe(true)
        expectDescribed(read?.transactions.map(({ construction }) => construction) ?? [])
      }),
      { numRuns: count(500, 100_000), seed: seed() },
    )
  })
})
