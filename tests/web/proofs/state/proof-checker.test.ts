import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import type { WalletClient } from '../../../../web/client.ts'
import { ProofChecker } from '../../../../web/proofs/state/proof-checker.svelte.ts'
import { writeFile } from '../../../../web/proofs/state/proof-file.ts'
import { emptyProof, type Proof } from '../../../../web/proofs/state/proof.ts'
import { pageClient } from '../../../support/wallets/page-client.ts'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

const txid = 'ab'.repeat(32)
const address = `4${'A'.repeat(94)}`
const payment: Proof = {
  ...emptyProof('payment'),
  txid,
  address,
  signature: 'OutProofV2abc',
  message: 'rent',
}

/** A form whose wallet is on stagenet; `answer` is that of each call. */
function scripted(answer?: unknown) {
  const calls: [name: string, params: unknown][] = []
  const get = (_: object, name: string) => async (params: unknown) => {
    calls.push([name, params])
    const result = await answer
    if (result instanceof Error) throw result
    return result
  }
  const client = new Proxy({}, { get }) as WalletClient
  return { calls, checker: new ProofChecker({ client }, () => 'stagenet') }
}

const file = (text: string, size = text.length) => ({ size, text: async () => text })

describe('a link', () => {
  test('fills the form', () => {
    const { checker } = scripted()
    checker.openLink(`payment/${txid}/${address}/OutProofV2abc/rent`)
    expect(checker).toMatchObject({ proof: payment, refused: undefined })
  })

  test('error: a damaged link keeps the form', () => {
    const { checker } = scripted()
    checker.openLink(`payment/${txid}/${address}`)
    expect(checker.proof).toEqual(emptyProof('payment'))
    expect(checker.refused).toMatch(/^signature: expected/)
  })
})

describe('a file', () => {
  test('fills the form', async () => {
    const { checker } = scripted()
    await checker.openFile(file(writeFile(payment, 'stagenet')))
    expect(checker).toMatchObject({ proof: payment, refused: undefined })
  })

  test('with a signature alone keeps what was typed', async () => {
    const { checker } = scripted()
    Object.assign(checker.proof, { txid, message: 'rent' })
    await checker.openFile(file('SpendProofV1abc\n'))
    expect(checker.proof).toEqual({
      ...emptyProof('spend'),
      txid,
      message: 'rent',
      signature: 'SpendProofV1abc',
    })
  })

  test('error: of another network', async () => {
    const { checker } = scripted()
    await checker.openFile(file(writeFile(payment, 'mainnet')))
    expect(checker.proof).toEqual(emptyProof('payment'))
    expect(checker.refused).toBe(
      'network: expected stagenet, the network of this wallet, got mainnet. Open a wallet of that network to check this proof.',
    )
  })

  test('error: too large, or not readable', async () => {
    const { checker } = scripted()
    await checker.openFile(file('SigV2abc', 16_000_001))
    expect(checker.refused).toBe('The file is too large: expected at most 16 MB.')
    await checker.openFile({ size: 1, text: () => Promise.reject(new Error('gone')) })
    expect(checker.refused).toBe('The file could not be read.')
  })

  test('that is read after an edit is ignored', async () => {
    const { checker } = scripted()
    const opening = checker.openFile(file(writeFile(payment, 'stagenet')))
    checker.edited()
    await opening
    expect(checker.proof).toEqual(emptyProof('payment'))
  })
})

describe('the form', () => {
  test('selects the kind of a pasted signature', () => {
    const { checker } = scripted()
    checker.proof.signature = 'Reserve\nProofV2abc'
    checker.recogniseKind()
    expect(checker.proof.kind).toBe('reserve')
    checker.proof.signature = 'unknown'
    checker.recogniseKind()
    expect(checker.proof.kind).toBe('reserve')
  })

  test('error: invalid fields are not sent', async () => {
    const { calls, checker } = scripted()
    checker.proof.txid = 'abc'
    await checker.check()
    expect(checker.errors).toEqual({
      txid: 'Expected 64 hex digits, got a text of 3 characters.',
      address: 'Expected a Monero address of 95 or 106 characters, got an empty text.',
      signature: 'Expected a text that begins with InProofV2 or OutProofV2, got an empty text.',
    })
    expect(calls).toEqual([])
    checker.chooseKind('spend')
    expect(checker.errors).toEqual({})
  })

  test.each([
    [{ kind: 'payment' }, 'check_tx_proof', { txid, address, message: 'rent' }],
    [
      { kind: 'key', tx_key: 'cd'.repeat(32) },
      'check_tx_key',
      { txid, address, tx_key: 'cd'.repeat(32) },
    ],
    [
      { kind: 'spend', signature: 'SpendProofV1abc' },
      'check_spend_proof',
      { txid, message: 'rent' },
    ],
    [
      { kind: 'reserve', signature: 'ReserveProofV2abc' },
      'check_reserve_proof',
      { address, message: 'rent' },
    ],
    [{ kind: 'message', signature: 'SigV2abc' }, 'verify', { address, data: 'rent' }],
  ])('calls the method of its kind: %j', async (given, method, params) => {
    const { calls, checker } = scripted({ good: true })
    // As a mail program wraps it.
    Object.assign(checker.proof, {
      ...payment,
      ...given,
      txid: `${txid.slice(0, 9)}\n ${txid.slice(9)}`,
    })
    await checker.check()
    const { signature } = { ...payment, ...given }
    expect(calls).toEqual([[method, given.kind === 'key' ? params : { ...params, signature }]])
    expect(checker.verdict).toMatchObject({ kind: given.kind, answer: { good: true } })
  })

  test('an edit removes the verdict, also that of a running check', async () => {
    let end = (_answer: unknown) => {}
    const { checker } = scripted(new Promise((resolve) => (end = resolve)))
    Object.assign(checker.proof, payment)
    const checking = checker.check()
    checker.edited()
    end({ good: true })
    await checking
    expect(checker).toMatchObject({ verdict: undefined, task: { busy: false } })
    await checker.check()
    expect(checker.verdict).toMatchObject({ answer: { good: true } })
    checker.edited()
    expect(checker.verdict).toBe(undefined)
  })

  test.each([
    ['Signature decoding error', 'The proof is incomplete or damaged. Ask for it again.'],
    [
      'Failed to connect to daemon: node:18081',
      'The node cannot be reached. Try again when you are online.',
    ],
    ['a new message', 'a new message'],
  ])('error: %s', async (message, shown) => {
    const { checker } = scripted(new RpcError('UNKNOWN_ERROR', message))
    Object.assign(checker.proof, payment)
    await checker.check()
    expect(checker).toMatchObject({ verdict: undefined, task: { error: shown } })
  })
})

describe('a tampered proof', () => {
  test('is not valid, or is refused', async () => {
    const { service, paid, own, signature } = await provenPayments()
    const checker = new ProofChecker({ client: pageClient(service) }, () => 'fakechain')
    const good = await signature('get_tx_proof', { address: own(2) })
    const proof = { ...payment, txid: paid.txid, address: own(2), signature: good }
    Object.assign(checker.proof, { ...proof, message: 'hello' })
    await checker.check()
    expect(checker.verdict).toMatchObject({ answer: { good: true, received: 7n } })

    checker.proof.message = 'hello.'
    await checker.check()
    expect(checker.verdict).toMatchObject({ answer: { good: false, received: 0n } })

    Object.assign(checker.proof, { message: 'hello', signature: good.slice(0, -1) })
    await checker.check()
    expect(checker).toMatchObject({
      verdict: undefined,
      task: { error: 'The proof is incomplete or damaged. Ask for it again.' },
    })
  })
})
