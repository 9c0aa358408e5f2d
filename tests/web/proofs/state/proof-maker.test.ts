import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import type { WalletClient } from '../../../../web/client.ts'
import { ProofChecker } from '../../../../web/proofs/state/proof-checker.svelte.ts'
import { ProofMaker } from '../../../../web/proofs/state/proof-maker.svelte.ts'
import type { Kind } from '../../../../web/proofs/state/proof.ts'
import type { Transfer } from '../../../../web/state/wallet.svelte.ts'
import { pageClient } from '../../../support/wallets/page-client.ts'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

const txid = 'ab'.repeat(32)
const transfer = (part: object) => ({ txid, ...part }) as unknown as Transfer
const incoming = transfer({ type: 'in', address: 'mine', amount: 7n })
const outgoing = transfer({
  type: 'out',
  address: 'mine',
  amount: 5n,
  destinations: [
    { address: 'first', amount: 2n },
    { address: 'second', amount: 2n },
    { address: 'first', amount: 1n },
  ],
})

/** A form over scripted answers; errors are thrown. */
function scripted(kind: Kind, transfers: Transfer[], answers: Record<string, unknown> = {}) {
  const calls: [name: string, params: unknown][] = []
  const get = (_: object, name: string) => async (params: unknown) => {
    calls.push([name, params])
    const answer = await answers[name]
    if (answer instanceof Error) throw answer
    return answer
  }
  const client = new Proxy({}, { get }) as WalletClient
  return { calls, maker: new ProofMaker({ client }, { account: 0, transfers }, kind, txid) }
}

/** A form over the real engine, and the checker of what it makes. */
async function real(kind: Kind) {
  const scene = await provenPayments()
  const calls = { client: pageClient(scene.service) }
  const maker = new ProofMaker(calls, { account: 0, transfers: [] }, kind, scene.paid.txid)
  const checker = new ProofChecker(calls, () => 'fakechain')
  return {
    ...scene,
    maker,
    /** Makes the proof and checks it. */
    async verdict() {
      await maker.make()
      expect(maker.task.error).toBe(undefined)
      Object.assign(checker.proof, maker.proof)
      await checker.check()
      expect(checker.task.error).toBe(undefined)
      return checker.verdict
    },
  }
}

describe('the payments of a transaction', () => {
  test('are offered; amounts to one address are added', () => {
    const { maker } = scripted('payment', [incoming, outgoing])
    expect(maker.known).toEqual([
      { address: 'mine', amount: 7n, incoming: true },
      { address: 'first', amount: 3n, incoming: false },
      { address: 'second', amount: 2n, incoming: false },
    ])
    expect(maker).toMatchObject({ chosen: 'mine', ready: true })
    maker.choose('second')
    expect(maker).toMatchObject({ chosen: 'second', ready: true })
    maker.choose('')
    expect(maker).toMatchObject({ chosen: '', ready: false })
    maker.typed = 'another'
    expect(maker.ready).toBe(true)
  })

  test('of another transaction are not', () => {
    const { maker } = scripted('payment', [incoming])
    maker.txid = 'cd'.repeat(32)
    expect(maker).toMatchObject({ known: [], chosen: '', ready: false })
  })
})

describe('a proof made here is valid', () => {
  test('of a received payment', async () => {
    const { maker, own, paid, verdict } = await real('payment')
    Object.assign(maker, { typed: own(2), message: 'rent' })
    const proof = { kind: 'payment', txid: paid.txid, address: own(2), message: 'rent' }
    expect(await verdict()).toMatchObject({
      proof: { ...proof, signature: expect.stringMatching(/^InProofV2/) },
      answer: { good: true, received: 7n, in_pool: false, confirmations: 3n },
    })
  })

  test('of all funds', async () => {
    const { maker, own, verdict } = await real('reserve')
    maker.message = 'audit'
    expect(await verdict()).toMatchObject({
      proof: { address: own(0), message: 'audit' },
      answer: { good: true, total: 12n, spent: 0n },
    })
  })

  test('of an amount', async () => {
    const { maker, verdict } = await real('reserve')
    maker.whole = false
    expect(maker.ready).toBe(false)
    maker.amount = '0.000000000006'
    expect(maker.ready).toBe(true)
    expect(await verdict()).toMatchObject({ answer: { good: true, total: 7n } })
  })

  test.each(['spend', 'view'] as const)('of a message, by the %s key', async (key) => {
    const { maker, own, verdict } = await real('message')
    expect(maker.ready).toBe(false)
    Object.assign(maker, { message: 'Hello,\nworld ', signer: 2, signingKey: key })
    expect(await verdict()).toMatchObject({
      proof: { address: own(2), message: 'Hello,\nworld ' },
      answer: { good: true, version: 2, old: false, signature_type: key },
    })
  })

  test('error: this wallet did not send the payment', async () => {
    const { maker, own } = await real('spend')
    await maker.make()
    expect(maker.proof).toBe(undefined)
    expect(maker.task.error).toBe('This wallet did not make this transaction.')
    const other = await real('payment')
    Object.assign(other.maker, { typed: own(1) })
    await other.maker.make()
    expect(other.maker.task.error).toBe('This address received nothing in this transaction.')
  })
})

describe('a transaction key', () => {
  const answers = { get_tx_key: { tx_key: 'cd'.repeat(32) }, check_tx_key: { received: 3n } }

  test('is shown after the user accepts that it reveals the amount', async () => {
    const { calls, maker } = scripted('key', [incoming, outgoing], answers)
    expect(maker).toMatchObject({ chosen: 'first', ready: false })
    maker.accepted = true
    expect(maker.ready).toBe(true)
    await maker.make()
    const tx_key = 'cd'.repeat(32)
    expect(maker.proof).toMatchObject({ kind: 'key', txid, address: 'first', tx_key })
    expect(calls).toEqual([
      ['get_tx_key', { txid }],
      ['check_tx_key', { txid, tx_key, address: 'first' }],
    ])
  })

  test.each([
    [
      'an offline wallet has it',
      { get_tx_key: { tx_key: `01${'0'.repeat(62)}` } },
      'The offline wallet that signed this payment has its key. Make the proof there.',
    ],
    [
      'the address was not paid',
      { check_tx_key: { received: 0n } },
      'This address received nothing in this transaction.',
    ],
    [
      'this wallet never had it',
      { get_tx_key: new RpcError('NO_TXKEY', 'No tx secret key is stored for this tx') },
      'This wallet does not have the key of this transaction. Only the wallet that sent a payment has it, and a wallet restored from its seed does not.',
    ],
  ])('error: %s', async (_, wrong, error) => {
    const { maker } = scripted('key', [outgoing], { ...answers, ...wrong })
    await maker.make()
    expect(maker.proof).toBe(undefined)
    expect(maker.task.error).toBe(error)
  })
})

describe('an edit', () => {
  test('removes the proof', async () => {
    const { maker } = scripted('spend', [], { get_spend_proof: { signature: 'SpendProofV1a' } })
    await maker.make()
    expect(maker.proof).toMatchObject({ kind: 'spend', txid, signature: 'SpendProofV1a' })
    maker.edited()
    expect(maker.proof).toBe(undefined)
  })

  test.each([
    ['the proof', { signature: 'SpendProofV1a' }],
    ['the error', new RpcError('UNKNOWN_ERROR', 'daemon is busy')],
  ])('during the work discards %s', async (_, answer) => {
    let end = (_answer: unknown) => {}
    const get_spend_proof = new Promise((resolve) => (end = resolve))
    const { maker } = scripted('spend', [], { get_spend_proof })
    const making = maker.make()
    maker.edited()
    end(answer)
    await making
    expect(maker).toMatchObject({ proof: undefined, task: { busy: false, error: undefined } })
  })
})
