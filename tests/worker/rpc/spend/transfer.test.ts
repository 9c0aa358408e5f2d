import { beforeEach, describe, expect, test } from 'vitest'
import { formatAddress } from '#protocol/address.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { ownRecipient } from '../../../../worker/engine/tx/recipient.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { timedOut } from '../../../support/chains/minted-chain.ts'
import { fundedWallet, type Funded } from '../../../support/spending/funded-wallet.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'

const xmr = 1_000_000_000_000n
const crypto = await testCrypto()
const { spendKey, viewKey } = ownRecipient(crypto, newSecrets(crypto), { account: 0, address: 0 })
const to = formatAddress({ network: 'mainnet', kind: 'standard', spendKey, viewKey })
const onStagenet = formatAddress({ network: 'stagenet', kind: 'standard', spendKey, viewKey })
const integrated = (paymentId: string) =>
  formatAddress({ network: 'mainnet', kind: 'integrated', spendKey, viewKey, paymentId })

let funded: Funded
beforeEach(async () => {
  funded = await fundedWallet([10n * xmr, 20n * xmr])
})

const call = (params: object) => dispatch(funded.service, 'transfer', params)
const pay = (amount: unknown, more: object = {}) =>
  call({ destinations: [{ address: to, amount }], ...more })

describe('transfer', () => {
  test('returns amount, fee, hash and key images of the sent transaction', async () => {
    const outcome = await pay(xmr)
    const [record] = [...funded.wallet.store.sent.values()]
    expect(outcome).toEqual({
      result: {
        amount: xmr,
        amounts_by_dest: { amounts: [xmr] },
        fee: record!.fee,
        weight: expect.any(BigInt),
        multisig_txset: '',
        tx_blob: '',
        tx_hash: record!.txid,
        tx_key: '',
        tx_metadata: '',
        unsigned_txset: '',
        spent_key_images: { key_images: record!.keyImages },
      },
    })
  })

  test('returns transaction bytes, key and metadata when they are requested', async () => {
    const outcome = await pay(xmr, { get_tx_key: true, get_tx_hex: true, get_tx_metadata: true })
    expect(outcome).toMatchObject({
      result: {
        tx_blob: funded.chain.sent[0],
        tx_key: expect.stringMatching(/^[0-9a-f]{64}$/),
        tx_metadata: expect.stringMatching(/^01/),
      },
    })
  })

  test('returns a key for each output with an additional key', async () => {
    const subaddress = (address: number) => {
      const payee = ownRecipient(crypto, newSecrets(crypto), { account: 0, address })
      return formatAddress({ network: 'mainnet', kind: 'subaddress', ...payee })
    }
    const destinations = [1, 2].map((address) => ({ address: subaddress(address), amount: xmr }))
    expect(await call({ destinations, get_tx_key: true })).toMatchObject({
      result: { tx_key: expect.stringMatching(/^[0-9a-f]{256}$/) },
    })
  })

  test.each([
    [0, 1],
    ['default', 1],
    ['unimportant', 1],
    ['normal', 4],
    ['elevated', 16],
    [4, 200],
    ['priority', 200],
  ])('takes priority %s', async (priority, times) => {
    const fees = await Promise.all(
      [priority, 1].map(async (level) => {
        const outcome = await pay(xmr, { priority: level, do_not_relay: true })
        return (outcome as { result: { fee: bigint } }).result.fee
      }),
    )
    expect(Number(fees[0]) / Number(fees[1])).toBeCloseTo(times, 0)
  })

  test('ignores ring_size and mixin, and uses rings of 16', async () => {
    const outcome = await pay(xmr, { ring_size: 3, mixin: 99 })
    expect(outcome).toHaveProperty('result')
    const [record] = [...funded.wallet.store.sent.values()]
    expect(record!.rings.map(({ length }) => length)).toEqual([16])
  })

  test('records the payment id, standalone or of an integrated address', async () => {
    await pay(xmr, { payment_id: '1122334455667788' })
    await call({ destinations: [{ address: integrated('99aabbccddeeff00'), amount: xmr }] })
    expect([...funded.wallet.store.sent.values()].map(({ paymentId }) => paymentId)).toEqual([
      '1122334455667788',
      '99aabbccddeeff00',
    ])
  })

  test.each([
    ['zero', 0, -46, 'destination amount is zero', undefined],
    ['missing', undefined, -46, 'destination amount is zero', undefined],
    ['negative', -1, -32602, 'Invalid params', 'destinations[0].amount: expected u64, got -1'],
    ['fractional', 1.5, -32602, 'Invalid params', 'destinations[0].amount: expected u64, got 1.5'],
    [
      'above 2^64',
      2n ** 64n,
      -32602,
      'Invalid params',
      `destinations[0].amount: expected u64, got ${2n ** 64n}`,
    ],
    ['more than the balance', 40n * xmr, -17, 'not enough money', undefined],
  ])('error: an amount that is %s', async (_, amount, code, message, data) => {
    const outcome = await pay(amount)
    expect(outcome).toEqual({ error: { code, message, ...(data ? { data } : {}) } })
    expect(funded.wallet.store.sent.size).toBe(0)
    expect(funded.chain.sent).toEqual([])
  })

  test.each([
    [
      'of another network',
      onStagenet,
      'destinations[0].address is of stagenet, the wallet of mainnet',
    ],
    [
      'with a letter wrong',
      to.slice(0, -1) + (to.endsWith('1') ? '2' : '1'),
      'destinations[0].address is no address',
    ],
    ['that is empty', '', 'destinations[0].address is no address'],
  ])('error: an address %s', async (_, address, data) => {
    expect(await call({ destinations: [{ address, amount: xmr }] })).toEqual({
      error: {
        code: -2,
        message: 'WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: destinations[0].address',
        data,
      },
    })
  })

  test.each([
    [
      '64 digits',
      to,
      'ab'.repeat(32),
      'Standalone payment IDs are obsolete. Use subaddresses or integrated addresses instead',
    ],
    [
      'no digits',
      to,
      'hello',
      'Standalone payment IDs are obsolete. Use subaddresses or integrated addresses instead',
    ],
    [
      'a second one',
      integrated('1122334455667788'),
      '99aabbccddeeff00',
      'A single payment id is allowed per transaction',
    ],
  ])('error: a payment id of %s', async (_, address, payment_id, message) => {
    const outcome = await call({ destinations: [{ address, amount: xmr }], payment_id })
    expect(outcome).toEqual({ error: { code: -5, message } })
  })

  test('error: no destinations, an unknown priority', async () => {
    expect(await call({})).toEqual({
      error: { code: -20, message: 'Transaction has no destination' },
    })
    expect(await pay(xmr, { priority: 'urgent' })).toMatchObject({
      error: { code: -32602, data: expect.stringContaining('priority: expected default |') },
    })
  })

  test('error: sixteen destinations do not fit in one transaction', async () => {
    const destinations = Array.from({ length: 16 }, () => ({ address: to, amount: xmr }))
    expect(await call({ destinations })).toEqual({
      error: { code: -18, message: 'Transaction would be too large.  try /transfer_split.' },
    })
  })

  test('error: the daemon does not answer the relay request', async () => {
    funded.chain.send = timedOut
    expect(await pay(xmr)).toMatchObject({ error: { code: -38 } })
  })

  test('error: in a restricted service', async () => {
    const restricted = await fundedWallet([xmr], { restricted: true })
    for (const method of ['transfer', 'transfer_split', 'sweep_all', 'relay_tx'])
      expect(await dispatch(restricted.service, method, {})).toEqual({
        error: { code: -7, message: 'Command unavailable in restricted mode.' },
      })
  })

  test('makes an unsigned set in a wallet without the spend key', async () => {
    const { spendSecret: _, ...secrets } = funded.wallet.secrets
    await funded.wallet.store.commit((change) =>
      change.setValue(funded.wallet.store.secrets, secrets),
    )
    const { result } = (await pay(xmr)) as { result: Record<string, string> }
    expect(result).toMatchObject({
      amount: xmr,
      tx_blob: '',
      tx_key: '',
      tx_metadata: '',
      unsigned_txset: expect.stringMatching(/^[0-9a-f]+$/),
    })
    expect(funded.wallet.store.sent.size).toBe(0)
  })
})
